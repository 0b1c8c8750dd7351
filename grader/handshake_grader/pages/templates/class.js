// Sorts, searches and filters the table of students. Without this script the page is complete, but
// it cannot be sorted or filtered.
"use strict";
(() => {
  const table = document.querySelector(".students");
  const form = document.querySelector(".filters");
  const status = document.querySelector(".shown");
  const bars = [...document.querySelectorAll(".bars button")];
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const fields = form.elements;
  const flags = ["person", "flagged", "decided"];
  const choices = ["q", "section", "part", "verdict", "late", "mistake"];
  const column = heads.findIndex((one) => one.textContent === "Total");
  const rows = [...body.rows].map((row) => ({
    row,
    data: row.dataset,
    text: row.cells[0].textContent.toLowerCase(),
    total: Number.parseFloat(row.cells[column].textContent),
    verdicts: row.dataset.verdicts.split(" "),
    mistakes: row.dataset.mistakes.split(" "),
    keys: [],
  }));

  // ---- filters

  const value = (name) => (fields[name] ? fields[name].value : "");
  const fits_bars = (one, chosen) =>
    !chosen.length || chosen.some(([low, high]) => low <= one.total && one.total < high);

  function has_verdict(one, part, word) {
    if (word) {
      const wanted = `${part}:${word}`;
      return one.verdicts.some((said) => (part ? said === wanted : said.endsWith(wanted)));
    }
    return true;
  }

  function filter() {
    const words = value("q").toLowerCase().split(/\s+/).filter(Boolean);
    const [section, part, verdict, late, mistake] = choices.slice(1).map(value);
    const needed = flags.filter((name) => fields[name].checked);
    const chosen = bars
      .filter((bar) => bar.getAttribute("aria-pressed") === "true")
      .map((bar) => [Number(bar.dataset.low), Number(bar.dataset.high)]);
    let count = 0;
    for (const one of rows) {
      const fits =
        words.every((word) => one.text.includes(word)) &&
        (!section || one.data.section === section) &&
        (!late || one.data.late === late) &&
        (!mistake || one.mistakes.includes(mistake)) &&
        has_verdict(one, part, verdict || (part ? "lost" : "")) &&
        needed.every((name) => name in one.data) &&
        fits_bars(one, chosen);
      if (one.row.hidden === fits) one.row.hidden = !fits;
      count += fits;
    }
    status.textContent =
      count === rows.length ? `${count} students` : `${count} of ${rows.length} students`;
    remember();
  }

  // ---- sorting

  function key(one, at) {
    if (one.keys[at] === undefined) {
      const text = one.row.cells[at].textContent;
      const number = Number.parseFloat(text);
      const is_number = heads[at].dataset.by === "number";
      one.keys[at] = is_number ? (Number.isNaN(number) ? -Infinity : number) : text;
    }
    return one.keys[at];
  }

  const in_words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  function sort(at, direction) {
    const sign = direction === "descending" ? -1 : 1;
    const is_number = heads[at].dataset.by === "number";
    const compare = is_number ? (a, b) => a - b || 0 : in_words.compare;
    rows.sort((a, b) => sign * compare(key(a, at), key(b, at)));
    body.append(...rows.map((one) => one.row));
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[at].setAttribute("aria-sort", direction);
    remember();
  }

  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    const first = head.dataset.by === "number" ? "descending" : "ascending";
    const other = first === "descending" ? "ascending" : "descending";
    button.addEventListener("click", () => {
      sort(at, head.getAttribute("aria-sort") === first ? other : first);
    });
  });

  // ---- columns

  const boxes = heads.slice(1).map((head, at) => {
    const label = document.createElement("label");
    const box = document.createElement("input");
    Object.assign(box, { type: "checkbox", checked: true, defaultChecked: true });
    box.dataset.column = at + 1;
    label.append(box, ` ${head.textContent}`);
    form.querySelector(".columns fieldset").append(label);
    return box;
  });
  function show_columns() {
    for (const box of boxes) {
      const at = Number(box.dataset.column);
      if (heads[at].hidden !== box.checked) continue;
      for (const row of [table.tHead.rows[0], ...body.rows]) row.cells[at].hidden = !box.checked;
    }
    remember();
  }

  // ---- the address holds the choices, so that the button "back" of the browser restores them

  let is_ready = false;
  function remember() {
    if (!is_ready) return;
    const chosen = new URLSearchParams();
    for (const name of choices) if (value(name)) chosen.set(name, value(name));
    for (const name of flags) if (fields[name].checked) chosen.set(name, "1");
    bars.forEach((bar, at) => {
      if (bar.getAttribute("aria-pressed") === "true") chosen.append("bar", at);
    });
    for (const box of boxes) if (!box.checked) chosen.append("without", box.dataset.column);
    const sorted = heads.findIndex((head) => head.hasAttribute("aria-sort"));
    chosen.set("sort", `${sorted} ${heads[sorted].getAttribute("aria-sort")}`);
    history.replaceState(null, "", `#?${chosen}`);
  }

  function recall() {
    const chosen = new URLSearchParams(location.hash.startsWith("#?") ? location.hash.slice(2) : "");
    for (const name of choices) if (fields[name]) fields[name].value = chosen.get(name) || "";
    for (const name of flags) fields[name].checked = chosen.has(name);
    for (const at of chosen.getAll("bar")) bars[at]?.setAttribute("aria-pressed", "true");
    const without = chosen.getAll("without");
    for (const box of boxes) box.checked = !without.includes(box.dataset.column);
    const [at, direction] = (chosen.get("sort") || "").split(" ");
    if (heads[at] && (at !== "0" || direction !== "ascending")) sort(Number(at), direction);
    if ([...chosen].length) filter();
    if (without.length) show_columns();
    is_ready = true;
  }

  // ---- links to the page of a student: its address lists the students that the table shows

  body.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    const shown = rows.filter((one) => !one.row.hidden);
    const files = shown.map((one) => one.row.querySelector("a").getAttribute("href"));
    link.hash = files.map((file) => file.split("/").pop()).join("/");
  });

  // ---- all together

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target.dataset.column) show_columns();
    else filter();
  });
  form.addEventListener("reset", () => {
    for (const bar of bars) bar.setAttribute("aria-pressed", "false");
    setTimeout(() => {
      show_columns();
      filter();
    });
  });
  for (const bar of bars) {
    bar.disabled = false;
    bar.addEventListener("click", () => {
      bar.setAttribute("aria-pressed", bar.getAttribute("aria-pressed") !== "true");
      filter();
    });
  }
  for (const button of document.querySelectorAll("[data-mistake]")) {
    button.addEventListener("click", () => {
      form.reset();
      setTimeout(() => {
        fields.mistake.value = button.dataset.mistake;
        filter();
        form.scrollIntoView();
        fields.mistake.focus();
      });
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select, textarea")) {
      event.preventDefault();
      fields.q.focus();
    }
  });
  for (const one of document.querySelectorAll(".controls")) one.hidden = false;
  recall();
})();
