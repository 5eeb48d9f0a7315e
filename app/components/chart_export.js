// Two buttons on every chart, SVG and PNG, in the place of the camera, which saves one kind only.
const SCALE = { svg: 1, png: 3 }; // pixels of the picture for one of the screen

function save(chart, camera, kind) {
  // The camera reads its options when it is pressed.
  const context = chart._context;
  const kept = context.toImageButtonOptions;
  context.toImageButtonOptions = { ...kept, format: kind, scale: SCALE[kind] };
  camera.click();
  context.toImageButtonOptions = kept;
}

function button(chart, camera, kind) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "modebar-btn hm-save";
  made.textContent = kind.toUpperCase();
  made.setAttribute("aria-label", `Save the chart as ${kind.toUpperCase()}`);
  made.onclick = () => save(chart, camera, kind);
  return made;
}

function furnish() {
  for (const camera of document.querySelectorAll(".modebar-group > .modebar-btn:not(.hm-save)")) {
    const chart = camera.closest(".js-plotly-plot");
    if (!chart || !chart._context || camera.style.display === "none") continue;
    camera.style.display = "none";
    camera.after(button(chart, camera, "svg"), button(chart, camera, "png"));
  }
}

export default function () {
  // Charts come and go with every rerun, and Plotly remakes its bar: watch, once for the page.
  if (!window.hypermemCharts) {
    let asked = 0;
    window.hypermemCharts = new MutationObserver(() => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(furnish);
    });
    window.hypermemCharts.observe(document.body, { childList: true, subtree: true });
  }
  furnish();
}
