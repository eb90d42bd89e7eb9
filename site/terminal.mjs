/**
 * What `interlingua demo` shows in a terminal, as an SVG: `node site/terminal.mjs > docs/demo.svg`, on a build. The terminal is tmux's.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const COLUMNS = 110;
const [WIDTH, HEIGHT, MARGIN] = [7.8, 18, 16];
const COLOURS = { 31: "#ff7b72", 33: "#e3b341", 36: "#79c0ff" };
const command = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const tmux = (...args) => execFileSync("tmux", ["-L", "interlingua-picture", "-f", "/dev/null", ...args], { encoding: "utf8" });

process.stdout.write(pictureOf(shown()));

function shown() {
  const program = `node '${command}' demo; sleep 60`;
  tmux("new-session", "-d", "-x", String(COLUMNS), "-y", "80", "env", "-u", "NO_COLOR", "sh", "-c", program);
  try {
    for (let tries = 0; tries < 100; tries++) {
      if (tmux("capture-pane", "-p").includes("message_stop")) return tmux("capture-pane", "-e", "-p").trim().split("\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
    throw new Error("The demo did not come to its end.");
  } finally {
    tmux("kill-server");
  }
}

/** @param lines with the terminal's own codes for colours */
function pictureOf(lines) {
  const width = Math.ceil(COLUMNS * WIDTH + 2 * MARGIN);
  const height = lines.length * HEIGHT + 2 * MARGIN;
  const texts = lines.map((line, row) => `<text x="${MARGIN}" y="${MARGIN + 13 + row * HEIGHT}">${spansOf(line)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="interlingua demo in a terminal">
<style>text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #e6edf3; white-space: pre }</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${texts.join("\n")}
</svg>
`;
}

function spansOf(line) {
  let style = "";
  const [start, ...painted] = line.split("\u001b[");
  const spans = painted.map((piece) => {
    const [, codes = "", text = ""] = /^([\d;]*)m(.*)$/.exec(piece) ?? [];
    style = styleOf(codes, style);
    return text === "" || style === "" ? escaped(text) : `<tspan${style}>${escaped(text)}</tspan>`;
  });
  return escaped(start) + spans.join("");
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function styleOf(codes, before) {
  return codes.split(";").reduce((style, code) => {
    if (code === "1") return `${style} font-weight="bold"`;
    if (code in COLOURS) return ` fill="${COLOURS[code]}"`;
    return code === "" || code === "0" || code === "39" ? "" : style;
  }, before);
}
