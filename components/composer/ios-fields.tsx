"use client";

import { LinkedField } from "./linked-field";

/** The ios block (interface 2.6, 2.7). */
export function IosFields() {
  return (
    <>
      <LinkedField platform="ios" part="title" />
      <LinkedField platform="ios" part="text" />
      <LinkedField platform="ios" part="image" hint="The app’s notification extension fetches it." />
    </>
  );
}
