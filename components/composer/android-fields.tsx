"use client";

import { LinkedField } from "./linked-field";

/** The android block (interface 2.4, 2.5). */
export function AndroidFields() {
  return (
    <>
      <LinkedField platform="android" part="title" />
      <LinkedField platform="android" part="text" />
      <LinkedField platform="android" part="image" hint="Seen in full once the notification is opened; at most 1 MB." />
    </>
  );
}
