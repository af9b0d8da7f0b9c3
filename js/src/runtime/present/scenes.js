// The list of scenes: jump, rename, reorder, delete, and what the lecture is saved as.
import { copyText } from "../details.js";
import { make, setText, uniqueId } from "../dom.js";
import { moved, read, written } from "./lecture.js";

const button = (text, run, options = {}) => make("button", { type: "button", class: "dpv-button", text, ...options, on: { click: run } });

export class ScenesDialog {
  #undo = null;

  constructor(presentation) {
    this.presentation = presentation;
    this.list = make("ol", { class: "dpvp-scenes" });
    this.said = make("p", { class: "dpv-said", role: "status" });
    this.undo = button("Undo", () => this.#takeBack(), { hidden: true });
    this.file = make("input", { type: "file", accept: ".json,application/json", id: uniqueId("lecture"), on: { change: () => this.#open() } });
    this.dialog = make("dialog", { class: "dpviz dpvp-dialog", "aria-label": "Scenes" });
    this.title = make("h2");
    this.dialog.append(
      this.title,
      this.list,
      make("p", { class: "dpvp-row" }, this.said, this.undo),
      make(
        "div",
        { class: "dpvp-row" },
        button("Keep this state", () => this.presentation.keepState().then(() => this.#fill())),
        button("Copy a link", () => this.#link()),
        button("Save a file", () => this.#save()),
        make("label", { class: "dpvp-file", for: this.file.id }, "Open a file ", this.file),
        button("The notebook’s own", () => this.#forget()),
        button("Close", () => this.dialog.close(), { class: "dpv-button dpv-primary" }),
      ),
    );
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.addEventListener("close", () => this.dialog.remove());
    this.#fill();
    this.dialog.showModal();
    this.list.children[this.presentation.index]?.querySelector("button").focus();
    return this.dialog;
  }

  close() {
    this.dialog.close();
  }

  get #scenes() {
    return this.presentation.scenes;
  }

  #fill() {
    setText(this.title, this.presentation.store.lecture.title);
    this.list.replaceChildren(...this.#scenes.map((scene, index) => this.#row(scene, index)));
  }

  #row(scene, index) {
    const here = index === this.presentation.index;
    const jump = button(`${index + 1}. ${scene.name}`, () => {
      this.dialog.close();
      this.presentation.show(index);
    }, { class: "dpv-button dpvp-jump", "aria-current": here ? "step" : null });
    const up = button("↑", () => this.#move(index, index - 1), { "aria-label": `Move ${scene.name} up`, disabled: index === 0 });
    const down = button("↓", () => this.#move(index, index + 1), { "aria-label": `Move ${scene.name} down`, disabled: index === this.#scenes.length - 1 });
    const drop = button("Delete", () => this.#delete(index), { "aria-label": `Delete ${scene.name}`, disabled: this.#scenes.length === 1 });
    return make("li", { class: here ? "dpvp-here" : null }, make("div", { class: "dpvp-row" }, jump, up, down, drop), this.#form(scene, index));
  }

  #form(scene, index) {
    const field = (label, value, options, take) => {
      const { tag = "input", ...rest } = options;
      const id = uniqueId("scene");
      const input = make(tag, { id, ...rest });
      input.value = value;
      input.addEventListener("change", () => this.#set(index, take(input)));
      return make("p", { class: "dpvp-field" }, make("label", { for: id, text: label }), input);
    };
    const cover = make("input", { type: "checkbox", on: { change: () => this.#set(index, { cover: cover.checked }) } });
    cover.checked = scene.cover;
    return make(
      "details",
      {},
      make("summary", { text: "Name, note, minutes" }),
      field("Name", scene.name, { type: "text", maxlength: 120 }, ({ value }) => ({ name: value })),
      field("What to say", scene.note, { tag: "textarea", rows: 3, maxlength: 4000 }, ({ value }) => ({ note: value })),
      field("Minutes", scene.minutes || "", { type: "text", inputmode: "decimal" }, ({ value }) => ({ minutes: Number(value.replace(",", ".")) || 0 })),
      make("label", { class: "dpvp-check" }, cover, " Covered at first: what do you expect?"),
    );
  }

  // Names and notes are changed in place: the row that has the focus stays.
  #set(index, changes) {
    const scenes = this.#scenes.map((scene, at) => (at === index ? { ...scene, ...changes } : scene));
    this.#change(scenes, this.presentation.index);
    const jump = this.list.children[index].querySelector(".dpvp-jump");
    setText(jump, `${index + 1}. ${this.#scenes[index].name}`);
  }

  #change(scenes, index) {
    if (!this.presentation.change(scenes, index)) setText(this.said, "This browser keeps nothing: save a file before you close the page.");
  }

  #move(from, to) {
    const shown = this.#scenes[this.presentation.index];
    const scenes = moved(this.#scenes, from, to);
    this.#change(scenes, scenes.indexOf(shown));
    this.#fill();
    setText(this.said, `${scenes[to].name} is scene ${to + 1} now.`);
    // Where the hand was; at the end of the list the other arrow.
    const [, up, down] = this.list.children[to].querySelectorAll(".dpvp-row button");
    const arrow = to < from ? up : down;
    (arrow.disabled ? (arrow === up ? down : up) : arrow).focus();
  }

  #delete(index) {
    const before = { lecture: this.presentation.store.lecture, index: this.presentation.index };
    const gone = this.#scenes[index];
    this.#change(this.#scenes.filter((_, at) => at !== index), before.index > index ? before.index - 1 : before.index);
    this.#offer(before, `${gone.name} is deleted.`);
    this.list.children[Math.min(index, this.#scenes.length - 1)].querySelector("button").focus();
  }

  #forget() {
    const before = { lecture: this.presentation.store.lecture, index: this.presentation.index };
    this.presentation.store.forget();
    this.presentation.restart(0);
    this.#offer(before, "These are the notebook’s own scenes.");
  }

  #offer(before, words) {
    this.#undo = before;
    this.undo.hidden = false;
    this.#fill();
    setText(this.said, words);
  }

  #takeBack() {
    const { lecture, index } = this.#undo;
    this.#undo = null;
    this.undo.hidden = true;
    this.presentation.store.save(lecture);
    this.presentation.restart(index);
    this.#fill();
    setText(this.said, "It is back.");
    this.list.children[index]?.querySelector("button").focus();
  }

  async #link() {
    const link = await this.presentation.store.link();
    if (!link) setText(this.said, "The notes are too long for a link: save a file.");
    else setText(this.said, (await copyText(link)) ? "The link is copied." : link);
  }

  #save() {
    const blob = new Blob([written(this.presentation.store.lecture)], { type: "application/json" });
    const name = decodeURIComponent(location.pathname).split("/").at(-1).replace(/\.ipynb$/, "");
    const link = make("a", { href: URL.createObjectURL(blob), download: `${name || "lecture"}.lecture.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    setText(this.said, "Saved among your downloads.");
  }

  async #open() {
    const [file] = this.file.files;
    if (!file) return;
    const before = { lecture: this.presentation.store.lecture, index: this.presentation.index };
    const lecture = file.size > 1_000_000 ? null : read(await file.text());
    this.file.value = "";
    if (!lecture) {
      setText(this.said, "There is no lecture in this file.");
      return;
    }
    this.presentation.store.save(lecture);
    this.presentation.restart(0);
    this.#offer(before, `Opened: ${lecture.title}.`);
  }
}
