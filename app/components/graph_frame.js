// The frame around the graph: hands the page in, passes a click on a node out to Python, and
// saves the picture that the page, which may not download, has made.
const KINDS = { svg: "image/svg+xml", png: "image/png" };

function keep(blob, kind) {
  if (!(blob instanceof Blob) || !Object.hasOwn(KINDS, kind)) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([blob], { type: KINDS[kind] }));
  link.download = `hypermem-graph.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export default function ({ data, parentElement, setTriggerValue }) {
  let frame = parentElement.querySelector("iframe");
  if (!frame) {
    frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts"); // no access to the app's page
    frame.style.cssText = "display:block;width:100%;border:0;color-scheme:normal";
    parentElement.appendChild(frame);
  }
  frame.title = data.alt;
  frame.style.height = `${data.height}px`;
  const look = getComputedStyle(frame);
  const ink = look.getPropertyValue("--st-text-color").trim();
  const paper = look.getPropertyValue("--st-background-color").trim();
  const tell = () => frame.contentWindow.postMessage({ marked: data.marked, ink, paper }, "*");
  if (frame.heard) window.removeEventListener("message", frame.heard);
  frame.heard = (event) => {
    if (event.source !== frame.contentWindow) return;
    if (event.data.ready) tell();
    else if (event.data.saved) keep(event.data.saved, event.data.kind);
    else if (typeof event.data.picked === "string") setTriggerValue("picked", event.data.picked);
  };
  window.addEventListener("message", frame.heard);
  // A page that is there already keeps its zoom: only the marks change.
  if (frame.drawn === data.page) tell();
  else frame.srcdoc = frame.drawn = data.page;
  return () => window.removeEventListener("message", frame.heard);
}
