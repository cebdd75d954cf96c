// Draws what is in #charts (see Chart.java) with D3, each into its <figure data-chart>, as wide as that is.
"use strict";

const charts = JSON.parse(document.getElementById("charts").textContent);
const figures = d3.selectAll("figure[data-chart]");
const MARGIN = { top: 27, bottom: 34, left: 62 };
const LABEL = 13; // least distance of two labels
const number = d3.format(",");

// ---- axes: how figures become places, and how they are written

/** Microseconds in the unit that suits them. */
function latency(us, digits = 3) {
  const [value, unit] = us < 1e3 ? [us, "µs"] : us < 1e6 ? [us / 1e3, "ms"] : [us / 1e6, "s"];
  return `${number(Number(value.toPrecision(Math.max(digits, Math.ceil(Math.log10(value + 1))))))} ${unit}`;
}

/** Seconds as hours, minutes and seconds; as fine as the step between two of them. */
function clock(seconds, step) {
  const s = Math.round(Math.abs(seconds) / step) * step;
  const two = (n) => String(Math.floor(n)).padStart(2, "0");
  const rest = step < 1 ? (s % 60).toFixed(1) : two(s % 60);
  const text = s < 60 ? `${Number((s % 60).toFixed(1))} s`
    : s < 3600 ? `${Math.floor(s / 60)}:${step < 1 && s % 60 < 10 ? "0" : ""}${rest}`
    : `${Math.floor(s / 3600)}:${two((s / 60) % 60)}:${two(s % 60)}`;
  return seconds < 0 && s > 0 ? `−${text}` : text;
}

const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];

const percentileText = (p) => `${p > 99 ? Number(p.toPrecision(12)) : p} %`;

/** For each kind of axis: its scale, its ticks, how one of them is written, and how a figure is. */
const KINDS = {
  time(axis, domain, range) {
    const step = STEPS.find((s) => (domain[1] - domain[0]) / s <= Math.abs(range[1] - range[0]) / 75) ?? 86400;
    return {
      scale: d3.scaleLinear(domain, range),
      ticks: d3.range(Math.ceil(domain[0] / step) * step, domain[1] + step / 1e3, step),
      tick: (s) => clock(s, step), text: (s) => clock(s, domain[1] - domain[0] < 600 ? 0.1 : 1),
    };
  },
  date(axis, domain, range) {
    const scale = d3.scaleUtc(domain.map((s) => s * 1e3), range);
    const days = (domain[1] - domain[0]) / 86400;
    const write = (format) => (s) => d3.utcFormat(format)(new Date(s * 1e3));
    return {
      scale: (s) => scale(s * 1e3),
      ticks: scale.ticks(Math.max(2, Math.abs(range[1] - range[0]) / 90)).map((t) => t / 1e3),
      tick: write(days > 300 ? "%b %Y" : days > 2 ? "%b %-d" : "%H:%M"), text: write("%Y-%m-%d %H:%M"),
    };
  },
  logarithm(axis, domain, range) {
    const [low, high] = [domain[0] * 0.9, domain[1] * 1.1];
    const decades = Math.log10(high / low);
    const factors = decades < 1.2 ? [1, 2, 3, 5, 7] : decades < 2.5 ? [1, 2, 5] : [1];
    const ticks = d3.range(Math.floor(Math.log10(low)), Math.ceil(Math.log10(high)))
      .flatMap((e) => factors.map((f) => f * 10 ** e)).filter((t) => t >= low && t <= high);
    return {
      scale: d3.scaleLog([low, high], range),
      ticks: ticks.length > 1 ? ticks : d3.scaleLinear([low, high], range).ticks(4),
      tick: (v) => number(Number(v.toPrecision(6))), text: (v) => number(Number(v.toPrecision(5))),
    };
  },
  latency(axis, domain, range) {
    const tick = (us) => latency(Number(us.toPrecision(6)));
    return { ...KINDS.logarithm(axis, domain, range), tick, text: (us) => latency(us) };
  },
  percentile(axis, domain, range) {
    const rest = (p) => 100 / (100 - p);
    const last = rest(domain[1]);
    const scale = d3.scaleLog([1, last], range);
    const ticks = [0, 50, ...d3.range(1, Math.log10(last)).map((n) => Number((100 - 100 / 10 ** n).toFixed(10)))];
    const crowded = scale(rest(50)) - scale(1) < 36;
    return { scale: (p) => scale(rest(p)), ticks: crowded ? ticks.slice(1) : ticks, tick: percentileText,
      text: (p) => `${p.toFixed(Math.max(0, Math.ceil(Math.log10(rest(p)))))} %` };
  },
  amount(axis, domain, range) {
    return KINDS.number(axis, [Math.min(0, domain[0]), (domain[1] > 0 ? domain[1] : 1) * 1.06], range);
  },
  duration(axis, domain, range) {
    return { ...KINDS.amount(axis, domain, range), tick: (us) => us ? latency(us) : "0", text: (us) => latency(us) };
  },
  number(axis, domain, range) {
    const scale = d3.scaleLinear(domain, range);
    const ticks = scale.ticks(Math.max(2, Math.abs(range[1] - range[0]) / (range[0] > range[1] ? 38 : 80)));
    return { scale, ticks, tick: number, text: (v) => number(Number(v.toPrecision(5))) };
  },
  names(axis, domain, range) {
    const scale = d3.scalePoint(d3.range(axis.names.length), range).padding(0.5);
    const each = range[0] > range[1] || slanted(axis, range[1] - range[0]) ? LABEL : longest(axis) + 8;
    const every = Math.ceil(axis.names.length / Math.abs(range[1] - range[0]) * each);
    return { scale, ticks: d3.range(0, axis.names.length, every || 1), tick: (i) => axis.names[i], text: (i) => axis.names[i] };
  },
};

/** From the least to the greatest of its points, unless the axis says otherwise. */
function domain(axis, values) {
  const positive = values.filter((v) => v != null && (!["latency", "logarithm"].includes(axis.kind) || v > 0));
  const [low = 1, high = 1] = d3.extent(positive);
  return [axis.from ?? low, axis.to ?? high];
}

// ---- one chart

const wide = (name) => 6.6 * name.length;
const longest = (axis) => Math.max(...axis.names.map(wide));
/** Whether names below a chart are wider than their places; of short ones some are left out. */
const slanted = (axis, width) => longest(axis) > 33 && longest(axis) + 8 > width / axis.names.length;
const overTime = (chart) => ["time", "date"].includes(chart.x.kind);
const known = (p) => p.y != null;

/** The series whose names are beside their last points. */
function labelled(chart) {
  return chart.y.kind === "names" ? [] : chart.series.filter((s) => s.name && s.style !== "level" && s.points.some(known));
}

/** Moves labels apart that would cover each other: from the top down, then up from the bottom. */
function apart(labels, bottom) {
  labels.sort((a, b) => a.y - b.y);
  labels.forEach((label, i) => { if (i) label.y = Math.max(label.y, labels[i - 1].y + LABEL); });
  labels.reverse().forEach((label, i) => { label.y = Math.min(label.y, i ? labels[i - 1].y - LABEL : bottom); });
  return labels;
}

function draw(figure, chart) {
  const width = figure.clientWidth;
  const named = labelled(chart);
  const rows = chart.y.kind === "names";
  // charts over time have the same margins, so that an instant is at the same place in all of them
  const alike = overTime(chart) ? charts.filter(overTime) : [chart];
  let left = Math.max(MARGIN.left, ...alike.flatMap((c) => c.y.names).map((n) => 14 + wide(n)));
  const right = width - Math.max(14, ...alike.flatMap(labelled).map((s) => 12 + wide(s.name)),
    ...chart.ranges.map((r) => 12 + wide(r.label)));
  const bottom = chart.height - MARGIN.bottom;
  const slope = slanted(chart.x, right - left) ? 35 : 0;
  const below = slope ? longest(chart.x) : 0;
  left = Math.max(left, 0.82 * below - (right - left) / chart.x.names.length / 2);
  const height = chart.height + 0.58 * below;
  const points = chart.series.flatMap((s) => s.points);
  const ys = [...points.map((p) => p.y), ...chart.spreads.flatMap((s) => [s.from, s.to]), ...chart.ranges.flatMap((r) => [r.from, r.to]), ...chart.levels.map((l) => l.at)];
  const xs = [...points.map((p) => p.x), ...chart.ranges.flatMap((r) => [r.from, r.to])];
  const x = KINDS[chart.x.kind](chart.x, domain(chart.x, xs), [left, right]);
  const y = KINDS[chart.y.kind](chart.y, domain(chart.y, ys), [bottom, MARGIN.top]);

  const svg = d3.select(figure).selectAll("svg").data([chart]).join("svg")
    .attr("viewBox", `0 0 ${width} ${height}`).attr("role", "img").attr("aria-label", chart.title);
  svg.selectAll("*").remove();

  svg.selectAll(".band").data(chart.bands).join("g").attr("class", "band")
    .call((g) => g.append("rect").attr("x", (b) => x.scale(b.from)).attr("width", (b) => x.scale(b.to) - x.scale(b.from))
      .attr("y", MARGIN.top - 4).attr("height", bottom - MARGIN.top + 4))
    .call((g) => g.append("line").attr("x1", (b) => x.scale(b.at)).attr("x2", (b) => x.scale(b.at)).attr("y1", MARGIN.top - 4).attr("y2", bottom));
  const grid = svg.append("g").attr("class", "grid");
  grid.selectAll("g").data(y.ticks).join("g").attr("transform", (t) => `translate(0,${y.scale(t)})`)
    .call((g) => g.append("line").attr("x1", left).attr("x2", right))
    .call((g) => g.append("text").attr("x", left - 8).attr("dy", "0.32em").attr("text-anchor", "end").text(y.tick));
  const ticks = svg.append("g").attr("class", "ticks");
  ticks.append("line").attr("class", "axis").attr("x1", left).attr("x2", right).attr("y1", bottom).attr("y2", bottom);
  ticks.selectAll("g").data(x.ticks).join("g").attr("transform", (t) => `translate(${x.scale(t)},${bottom})`)
    .call((g) => g.append("line").attr("class", "axis").attr("y2", 4))
    .call((g) => g.append("text").attr("y", slope ? 13 : 17).attr("text-anchor", slope ? "end" : "middle")
      .attr("transform", `rotate(${-slope})`).text(x.tick));
  svg.append("text").attr("class", "label").attr("x", right).attr("y", height - 2).attr("text-anchor", "end").text(chart.x.label);
  svg.append("text").attr("class", "label").attr("x", 0).attr("y", 14).text(chart.y.label);

  const marks = chart.marks.filter((m) => x.scale(m.at) >= left - 1 && x.scale(m.at) <= right + 1);
  svg.selectAll(".mark").data(marks).join("g").attr("class", "mark").attr("transform", (m) => `translate(${x.scale(m.at)},0)`)
    .style("--colour", (m) => m.colour == null ? null : `var(--c${m.colour})`)
    .call((g) => g.append("line").attr("y1", MARGIN.top - 4).attr("y2", bottom))
    .call((g) => g.append("path").attr("d", `M-4,${MARGIN.top - 10}h8l-4,7z`))
    .append("title").text((m) => m.label);
  svg.selectAll(".limit").data(chart.levels).join("g").attr("class", "limit").attr("transform", (l) => `translate(0,${y.scale(l.at)})`)
    .call((g) => g.append("line").attr("x1", left).attr("x2", right))
    .call((g) => g.append("text").attr("x", left + 6).attr("y", -5).text((l) => l.label));

  const bars = chart.series.filter((s) => s.style === "bars"); // side by side
  const slot = d3.min(bars.flatMap((s) => d3.pairs(s.points, (a, b) => x.scale(b.x) - x.scale(a.x)))) ?? 60;
  const thick = Math.max(2, Math.min(chart.x.kind === "names" ? 40 : 24, 0.8 * slot / bars.length));
  const place = (series) => (at) => x.scale(at) + (series.style === "bars" ? (bars.indexOf(series) - (bars.length - 1) / 2) * thick : 0);
  svg.selectAll(".series").data(chart.series).join("g")
    .attr("class", (s) => `series ${s.style}`).style("--colour", (s) => `var(--c${s.colour})`)
    .each(function (series) { SHAPES[series.style](d3.select(this), series.points, place(series), y.scale, bottom, thick); });
  svg.selectAll(".spread").data(chart.spreads).join("path").attr("class", "spread")
    .attr("d", (s) => `M${place(chart.series[s.series])(s.x) - 3},${y.scale(s.from)}h6m-3,0V${y.scale(s.to)}m-3,0h6`);
  const inside = (value) => Math.min(right, Math.max(left, x.scale(value)));
  svg.selectAll(".range").data(chart.ranges).join("g")
    .attr("class", "range").style("--colour", (r) => `var(--c${r.colour})`)
    .attr("transform", (r) => `translate(0,${y.scale(r.row)})`)
    .call((g) => g.append("line").attr("x1", (r) => inside(r.from)).attr("x2", (r) => inside(r.to)))
    .call((g) => g.filter((r) => x.scale(r.from) < left).append("path").attr("d", `M${left + 6},-5v10l-8,-5z`))
    .call((g) => g.filter((r) => x.scale(r.to) > right).append("path").attr("d", `M${right - 6},-5v10l8,-5z`))
    .call((g) => g.append("circle").attr("cx", (r) => inside(r.at)).attr("r", 4.5))
    .call((g) => g.append("text").attr("x", right + 12).attr("dy", "0.32em").text((r) => r.label))
    .append("title").text((r) => `${r.label}, ${x.text(r.from)} to ${x.text(r.to)}`);

  if (!rows) {
    const legend = (s) => s.style === "bars" && chart.x.kind === "names";
    const labels = named.map((s) => ({ series: s, y: legend(s) ? MARGIN.top : y.scale(s.points.filter(known).at(-1).y) + 4 }));
    svg.selectAll(".name").data(apart(labels, bottom)).join("g").attr("class", "name series")
      .style("--colour", (l) => `var(--c${l.series.colour})`)
      .append("text").attr("x", right + 8).attr("y", (l) => l.y).text((l) => l.series.name);
  }
  if (points.length) pointer(figure, svg, chart, x, y, [left, right], bottom);
}

// ---- how series look

const SHAPES = {
  line(g, points, x, y) {
    const path = d3.line((p) => x(p.x), (p) => y(p.y)).defined(known);
    g.append("path").attr("class", "stroke").attr("d", path(points));
    const alone = points.length <= 40 ? points.filter(known)
      : points.filter((p, i) => known(p) && !(points[i - 1]?.y != null) && !(points[i + 1]?.y != null));
    dots(g, alone, x, y, 2.4);
  },
  dots: (g, points, x, y) => dots(g, points.filter(known), x, y, 3.4),
  bars(g, points, x, y, bottom, thick) {
    g.selectAll("rect").data(points.filter((p) => p.y > 0)).join("rect")
      .attr("x", (p) => x(p.x) - thick / 2).attr("width", thick)
      .attr("y", (p) => Math.min(y(p.y), bottom - 2)).attr("height", (p) => Math.max(2, bottom - y(p.y)));
  },
};
SHAPES.dashed = SHAPES.thin = SHAPES.line;
SHAPES.level = (g, points, x, y) =>
  g.append("path").attr("class", "stroke").attr("d", d3.line((p) => x(p.x), (p) => y(p.y))(points));

function dots(g, points, x, y, radius) {
  g.selectAll("circle").data(points).join("circle").attr("cx", (p) => x(p.x)).attr("cy", (p) => y(p.y)).attr("r", radius);
}

// ---- what is under the pointer: in all charts over time at once

function pointer(figure, svg, chart, x, y, [left, right], bottom) {
  const xs = [...new Set(chart.series.flatMap((s) => s.points.map((p) => p.x)))].sort((a, b) => x.scale(a) - x.scale(b));
  const places = xs.map(x.scale);
  const line = svg.append("line").attr("class", "crosshair").attr("y1", MARGIN.top - 4).attr("y2", bottom).attr("visibility", "hidden");
  figure.show = (value) => line.attr("visibility", value == null ? "hidden" : "visible")
    .attr("x1", value == null ? 0 : x.scale(value)).attr("x2", value == null ? 0 : x.scale(value));
  const showAll = (value) => overTime(chart)
    ? figures.each(function () { if (overTime(charts[this.dataset.chart])) this.show?.(value); })
    : figure.show(value);
  svg.on("pointermove", (event) => {
    const [px] = d3.pointer(event, svg.node());
    const at = xs[d3.leastIndex(places, (a, b) => Math.abs(a - px) - Math.abs(b - px))];
    showAll(at);
    tip(figure, chart, at, x, y, px > (left + right) / 2);
  }).on("pointerleave", () => { showAll(null); d3.select(figure).selectAll(".tip").remove(); });
}

function tip(figure, chart, at, x, y, onTheLeft) {
  const scaled = figure.clientWidth / figure.querySelector("svg").viewBox.baseVal.width;
  const place = x.scale(at) * scaled;
  const tip = d3.select(figure).selectAll(".tip").data([at]).join("div").attr("class", "tip")
    .style("top", "56px").style(onTheLeft ? "right" : "left", `${(onTheLeft ? figure.clientWidth - place : place) + 12}px`)
    .style(onTheLeft ? "left" : "right", "auto");
  tip.selectAll("*").remove();
  tip.append("strong").text(x.text(at));
  for (const series of chart.series) {
    const point = series.points.find((p) => p.x === at);
    if (!point || point.y == null) continue;
    const row = tip.append("div").style("--colour", `var(--c${series.colour})`);
    const spread = chart.spreads.find((s) => chart.series[s.series] === series && s.x === at);
    row.append("span").attr("class", "key").text(series.name);
    row.append("span").text(y.text(point.y) + (spread ? ` (${y.text(spread.from)} to ${y.text(spread.to)})` : ""));
  }
}

// ---- a chart as a file for slides: light on white in both themes, with its title, and without a style sheet

const KEPT = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "font-family", "font-size", "font-weight", "text-anchor"];
const PADDING = 14;

/** Writes the style of an element and those in it, where it is not that of the element around it, into a copy. */
function inline(element, copy, around) {
  const style = getComputedStyle(element);
  ["class", "style"].forEach((name) => copy.removeAttribute(name));
  KEPT.filter((name) => style[name] !== around[name]).forEach((name) => copy.setAttribute(name, style[name]));
  [...element.children].forEach((child, i) => inline(child, copy.children[i], style));
}

function file(figure, chart) {
  const svg = figure.querySelector("svg");
  const { width, height } = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true);
  document.documentElement.classList.add("light");
  inline(svg, copy, {});
  document.documentElement.classList.remove("light");
  const [wide, high] = [width + 2 * PADDING, height + 2 * PADDING + LABEL + 12];
  const top = high - height - PADDING;
  const all = d3.select(copy).attr("width", wide).attr("height", high).attr("viewBox", `${-PADDING} ${-top} ${wide} ${high}`);
  all.selectAll("[visibility=hidden]").remove();
  all.insert("text", ":first-child").attr("y", -12).attr("font-size", "14px").attr("font-weight", 600).attr("fill", "#1b1f24").text(chart.title);
  all.insert("rect", ":first-child").attr("x", -PADDING).attr("y", -top).attr("width", wide).attr("height", high).attr("fill", "#fff");
  return new XMLSerializer().serializeToString(copy);
}

function save(figure, chart) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file(figure, chart)], { type: "image/svg+xml" }));
  const name = `${document.querySelector("h1").textContent} ${chart.title}`;
  link.download = `${name.replace(/[^\w.=-]+/g, "-")}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60e3);
}

figures.each(function () {
  d3.select(this).select("figcaption").append("button").attr("title", "Save this chart as an SVG file").text("SVG")
    .on("click", () => save(this, charts[this.dataset.chart]));
});

// ---- all of them, and again when the page is as wide as another

function drawAll() {
  figures.each(function () { draw(this, charts[this.dataset.chart]); });
}
drawAll();
let drawnAt = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== drawnAt) {
    drawnAt = innerWidth;
    drawAll();
  }
});
