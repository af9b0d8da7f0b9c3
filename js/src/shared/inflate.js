// Unpacks gzip for browsers that cannot (before Chromium 80, Firefox 113, Safari 16.4).
import { gunzipSync } from "fflate";

export const gunzip = (buffer) => gunzipSync(new Uint8Array(buffer)).slice().buffer;
