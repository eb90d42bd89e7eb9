/** The text streams as a bar chart, written by hand: it needs no library, and follows the reader's colour scheme. */
import type { Results } from "./report.js";
import { type StreamRow, VARIANTS } from "./streams.js";

interface Bar {
  readonly label: string;
  /** Speed, where B is 1. */
  readonly speed: number;
  readonly kind: "own" | "reference" | "floor" | "peer";
}

const WIDTH = 760;
const LEFT = 210;
const BAR = 15;
const GAP = 5;
const GROUP = 30;

export function chart({ streams, node, date }: Results): string {
  const groups = streams
    .filter(({ kind, pieces }) => kind === "text" && pieces === "16 KB")
    .map((row) => ({ title: `${row.from} → ${row.to}`, bars: barsOf(row) }));
  const longest = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ speed }) => speed)));
  const scale = (WIDTH - LEFT - 60) / longest;
  let y = 58;
  const drawn = groups.map(({ title, bars }) => {
    const heading = `<text class="title" x="16" y="${y + 11}">${escaped(title)}</text>`;
    y += 20;
    const shapes = bars.map((bar) => {
      const at = y;
      y += BAR + GAP;
      const length = Math.max(1, bar.speed * scale).toFixed(1);
      return `<text class="label" x="${LEFT - 8}" y="${at + 12}" text-anchor="end">${escaped(bar.label)}</text><rect class="${bar.kind}" x="${LEFT}" y="${at}" width="${length}" height="${BAR}" rx="2"/><text class="value" x="${(LEFT + Number(length) + 6).toFixed(1)}" y="${at + 12}">${bar.speed.toFixed(bar.speed < 10 ? 1 : 0)}</text>`;
    });
    y += GROUP - 20;
    return [heading, ...shapes].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 8}" width="${WIDTH}" height="${y + 8}" role="img" aria-label="Speed of stream translation against parsing and printing each event">
<style>
text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
.head { font-size: 15px; font-weight: 600 }
.title { font-weight: 600 }
.note, .label, .value { fill: #59636e }
.own { fill: #0969da } .reference { fill: #54aeff } .floor { fill: #afb8c1 } .peer { fill: #d4a72c }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .note, .label, .value { fill: #9198a1 }
.own { fill: #4493f8 } .reference { fill: #1f6feb } .floor { fill: #656c76 } .peer { fill: #bb8009 }
}
</style>
<text class="head" x="16" y="24">Text streams: speed, where parsing and printing each event is 1</text>
<text class="note" x="16" y="42">16 KB pieces; longer is faster. Node ${escaped(node)}, ${escaped(date)}. Peers that leave text out are not shown.</text>
${drawn.join("\n")}
</svg>
`;
}

function barsOf(row: StreamRow): Bar[] {
  const b = row.times.B ?? Number.NaN;
  const speed = (name: string): number => b / (row.times[name] ?? Number.NaN);
  const bars: Bar[] = [
    { label: "interlingua", speed: b, kind: "own" },
    { label: "without the fast path", speed: speed(VARIANTS.reference), kind: "reference" },
    { label: "B: JSON.parse + JSON.stringify", speed: 1, kind: "floor" },
    { label: "C: the same by hand", speed: speed("C"), kind: "floor" },
    ...["llm-bridge", "lingua (WASM)"]
      .filter((name) => !row.incomplete.some((flaw) => flaw.startsWith(`${name}:`)))
      .map((name): Bar => ({ label: name, speed: speed(name), kind: "peer" })),
  ];
  return bars.filter((bar) => Number.isFinite(bar.speed));
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
