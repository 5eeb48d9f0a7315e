// Inside the frame: the layout that fits the width, marks, zoom, and clicks told to the app.
const wide = { nodes: nodes.get(), edges: edges.get() };
let marked = [];
let small = null;
let ink = LOOK.mark; // of the border of what is marked: the page's own text colour
let paper = LOOK.clear; // of what is hollow: the page's own colour, so that no line crosses its words

function mark() {
  nodes.update(nodes.getIds().map((id) => {
    const node = nodes.get(id);
    const on = marked.includes(id);
    const tone = node.tone || node.color.border; // its level's
    const hollow = node.hollow ?? node.color.background !== tone;
    const background = hollow ? paper : tone;
    const color = { background, border: on ? ink : tone, highlight: { background, border: ink } };
    return { id, borderWidth: on ? 4 : 1, color, tone, hollow };
  }));
}

function place() {
  const now = innerWidth < LOOK.narrow;
  if (now !== small) {
    small = now;
    const part = small ? NARROW : wide;
    edges.clear();
    nodes.clear();
    nodes.add(part.nodes);
    edges.add(part.edges);
    // a finger that scrolls the page must not be caught by the picture
    network.setOptions({ interaction: { dragView: !small } });
    document.body.classList.toggle("small", small);
    mark();
  }
  fit();
  network.once("afterDrawing", fit); // a box has a width only once it was drawn
}

function fit() {
  network.fit({ animation: false, maxZoomLevel: 1.5 });
}

function zoom(by) {
  network.moveTo({ scale: network.getScale() * by, animation: false });
}

for (const [sign, name, act] of [
  ["+", "Zoom in", () => zoom(1.25)],
  ["−", "Zoom out", () => zoom(0.8)],
  ["⤢", "Show all", place],
  ["SVG", "Save the graph as SVG", () => save("svg")],
  ["PNG", "Save the graph as PNG", () => save("png")],
]) {
  const button = document.createElement("button");
  button.textContent = sign;
  button.title = name;
  button.setAttribute("aria-label", name);
  button.onclick = act;
  button.classList.toggle("word", name.startsWith("Save"));
  document.getElementById("zoom").appendChild(button);
}

network.on("click", (event) => {
  if (event.nodes.length) parent.postMessage({ picked: String(event.nodes[0]) }, "*");
});
network.on("hoverNode", () => { network.canvas.body.container.style.cursor = "pointer"; });
network.on("blurNode", () => { network.canvas.body.container.style.cursor = "default"; });
addEventListener("resize", place);
addEventListener("message", (event) => {
  if (event.source !== parent || !Array.isArray(event.data.marked)) return;
  marked = event.data.marked;
  ink = event.data.ink || ink;
  paper = event.data.paper || paper;
  mark();
});
place();
parent.postMessage({ ready: true }, "*");
