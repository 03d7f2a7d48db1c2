import { buildServer } from "./prepare.mjs";

/** Before tests that start the server: it is built from the sources as they are. */
export default function prepare() {
  buildServer();
}
