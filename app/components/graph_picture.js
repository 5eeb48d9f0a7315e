// The whole graph as an SVG, made of elements, so that no label can be markup; PNG is drawn of it.
const SVG = "http://www.w3.org/2000/svg";
const EDGE = 24; // pixels around the picture
const ROUND = 6; // of a box's corners, which vis.js adds on each side of its bounding box
const MOST = 12000; // pixels a side that a browser's canvas surely holds
const UNFIT = /[\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/gu; // no XML may hold these

function part(name, looks, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(looks)) made.setAttribute(key, value);
  parent.appendChild(made);
  return made;
}

function drawSpoke(edge, places, into) {
  const from = places[edge.from], to = places[edge.to];
  if (!from || !to) return;
  const bend = 0.6 * (to.x - from.x);
  part("path", {
    d: `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`,
    fill: "none", stroke: edge.color.color, "stroke-opacity": edge.color.opacity,
    "stroke-width": edge.width,
  }, into);
}

function drawNode(node, place, into) {
  if (node.shape === "dot") {
    part("circle", { cx: place.x, cy: place.y, r: node.size, fill: node.color.background }, into);
    return;
  }
  const box = network.getBoundingBox(node.id);
  part("rect", {
    x: box.left + ROUND, y: box.top + ROUND, rx: ROUND,
    width: box.right - box.left - 2 * ROUND, height: box.bottom - box.top - 2 * ROUND,
    fill: node.color.background, stroke: node.color.border, "stroke-width": node.borderWidth,
  }, into);
  const lines = String(node.label).replace(UNFIT, "\ufffd").split("\n");
  lines.forEach((line, number) => {
    part("text", {
      x: place.x, y: place.y + (number - (lines.length - 1) / 2) * node.font.size * 1.1,
      fill: node.font.color, "font-family": node.font.face, "font-size": node.font.size,
      "text-anchor": "middle", "dominant-baseline": "central",
    }, into).textContent = line;
  });
}

function asSvg() {
  const shown = nodes.get(), places = network.getPositions();
  const boxes = shown.map((node) => network.getBoundingBox(node.id));
  const left = Math.min(...boxes.map((box) => box.left)) - EDGE;
  const top = Math.min(...boxes.map((box) => box.top)) - EDGE;
  const width = Math.max(...boxes.map((box) => box.right)) + EDGE - left;
  const height = Math.max(...boxes.map((box) => box.bottom)) + EDGE - top;
  const root = document.createElementNS(SVG, "svg");
  root.setAttribute("width", width);
  root.setAttribute("height", height);
  root.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  for (const edge of edges.get()) drawSpoke(edge, places, root);
  for (const node of shown) drawNode(node, places[node.id], root);
  return { text: new XMLSerializer().serializeToString(root), width, height };
}

function tellSaved(kind, blob) {
  parent.postMessage({ saved: blob, kind }, "*");
}

function save(kind) {
  const made = asSvg();
  const svg = new Blob([made.text], { type: "image/svg+xml" });
  if (kind === "svg") return tellSaved(kind, svg);
  const image = new Image();
  image.onload = () => {
    const scale = Math.min(3, MOST / made.width, MOST / made.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(made.width * scale);
    canvas.height = Math.round(made.height * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && tellSaved(kind, blob), "image/png");
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(made.text)}`;
}
