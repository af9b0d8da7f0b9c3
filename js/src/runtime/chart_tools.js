// What can be done with a picture: buttons under its sentence.
import { embedTool } from "./embed/code.js";
import { frameTool } from "./embed/frame.js";
import { addPin } from "./compare/pin.js";
import { addSave } from "./export/menu.js";

/** In the bench's frame, which may neither save nor be linked to, there is one. Each is called with a chart and returns what clears it away, or nothing; it puts its button into `chart.tools`. */
/** @type {((chart: object) => any)[]} */
const TOOLS = location.protocol === "about:" ? [addPin] : [addPin, addSave, embedTool, frameTool];

/** Give a chart its buttons; returns the function that clears them away. */
export function addTools(chart) {
  const clears = chart.bare ? [] : TOOLS.map((tool) => tool(chart)).filter(Boolean);
  return () => clears.forEach((clear) => clear?.());
}
