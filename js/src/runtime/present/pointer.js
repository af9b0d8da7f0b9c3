// A large soft circle that follows the mouse.
import { make } from "../dom.js";

export class Pointer {
  element = make("div", { class: "dpvp-pointer", "aria-hidden": "true", hidden: true });
  #move = ({ clientX, clientY }) => (this.element.style.transform = `translate(${clientX}px, ${clientY}px)`);

  get on() {
    return !this.element.hidden;
  }

  set on(shown) {
    this.element.hidden = !shown;
    if (shown) addEventListener("pointermove", this.#move, { passive: true });
    else removeEventListener("pointermove", this.#move);
  }
}
