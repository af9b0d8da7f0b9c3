// Powers as they are printed. Texts are typed as on a keyboard: 2^64, e^(−ε/2), and numbers come as 1e-5.
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const POWER = /\^(?:\(((?:[^()]|\([^()]*\))*)\)|([−-]?[\p{L}\p{N}′]+))/u;
const SMALL = /(?<![\p{L}\p{N}.])(\d+(?:\.\d+)?)e([-+]?)0*(\d+)(?![\p{L}\p{N}])/gu;
const POWERS = new RegExp(POWER, "gu");

const raised = (digits) => digits.replace(/[−-]/, "⁻").replace(/\d/g, (digit) => RAISED[digit]);

/** A text in plain letters: 2⁶⁴, 10⁻⁵, 3.1 × 10⁻⁷; what has no small letters, as e^(−ε/2), stays as it is typed. */
export function spelt(text) {
  if (!/\^|\de/.test(text)) return text;
  return text
    .replace(SMALL, (_, digits, sign, power) => `${digits === "1" ? "" : `${digits} × `}10${raised((sign === "-" ? "-" : "") + power)}`)
    .replace(POWERS, (typed, inside, bare) => (/^[−-]?\d+$/.test(inside ?? bare) ? raised(inside ?? bare) : typed));
}

/** A text as parts by turns in line and raised: ["at most e", "−ε/2", ""]. */
export function parts(text) {
  const found = spelt(text);
  if (!found.includes("^")) return [found];
  return found.split(POWER).reduce((made, part, index) => {
    if (index % 3 === 0) made.push(part);
    else if (part !== undefined) made.push(spelt(part).replaceAll("-", "−"));
    return made;
  }, []);
}
