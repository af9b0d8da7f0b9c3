// "Share": the page as it stands, for slides (a link) and for the audience (a short address, and a QR code of it).
import { copyText } from "../details.js";
import { make, setText } from "../dom.js";
import { inPage, onlyHere, serverShare, shareable } from "../url.js";
import { followReader, presentAddress } from "./address.js";
import { openDialog } from "./dialog.js";
import { qrCode } from "./qr.js";

const onlyHereNote = () =>
  inPage()
    ? make("p", { class: "dpv-help" }, "This address opens on this computer only. For others put the files of this site on a web space.")
    : make(
        "p",
        { class: "dpv-help" },
        "This address opens on this computer only. For others on your network start ",
        make("code", { text: "dpviz --ip 0.0.0.0" }),
        ", and open the page by this computer’s name or number in the network. For everybody, take a server or Binder.",
      );

/** The button of the page's header. */
export function shareButton() {
  followReader();
  return make("button", { type: "button", class: "dpv-button", text: "Share", "aria-haspopup": "dialog", on: { click: show } });
}

function show() {
  const address = presentAddress();
  const said = make("span", { class: "dpv-said", role: "status" });
  const copy = make("button", { type: "button", class: "dpv-button dpv-primary", text: "Copy link", autofocus: true });
  const large = make("button", { type: "button", class: "dpv-button", text: "Large", "aria-pressed": "false" });
  const dialog = openDialog(
    "Share this page",
    make("p", { class: "dpv-help", text: "It opens as it stands now, for slides or for an audience." }),
    make("div", { class: "dpv-dialog-row" }, copy, large, said),
    make("p", { class: "dpv-short" }, make("a", { href: address, text: address, target: "_blank", rel: "noopener" })),
    qrCode(address, `QR code of ${address}`) ?? make("p", { class: "dpv-help", text: "The address is too long for a QR code." }),
    onlyHere(new URL(address).hostname) ? onlyHereNote() : null,
  );
  copy.addEventListener("click", async () => {
    const done = await copyText(shareable(location.href, serverShare()), dialog);
    setText(said, done ? "Copied." : "Copy it from the address line.");
  });
  large.addEventListener("click", () => {
    const pressed = dialog.classList.toggle("dpv-large");
    large.setAttribute("aria-pressed", String(pressed));
  });
}
