// What the page shows of a state before the kernel is in it, and what the kernel has said meanwhile of the state before.

export class ShownEarly {
  #values = {};
  #late = new Map(); // who -> what they show once the kernel is there

  /** Of several things that one has to show the last is shown, when the kernel is there. */
  hold(who, show) {
    this.#late.set(who, show);
  }

  drop(who) {
    this.#late.delete(who);
  }

  /** Parameters have these values on the page. */
  paint(values, bus) {
    for (const [name, value] of Object.entries(values)) bus.publish(name, value);
    this.#values = values;
  }

  /** The kernel is where the page is: nothing that was shown ahead of it stays if the kernel says otherwise. */
  settle(sliders, bus) {
    const late = [...this.#late.values()];
    this.#late.clear();
    for (const slider of sliders) {
      const name = slider.get("name");
      const shown = bus.get(name);
      if (shown === this.#values[name] && shown !== slider.get("value")) bus.publish(name, slider.get("value"));
    }
    this.#values = {};
    for (const show of late) show();
  }
}
