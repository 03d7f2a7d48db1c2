"use server";

import { erasePerson as erasePersonVerb } from "@/lib/directory/person/erase";
import { lookForPerson as lookForPersonView } from "@/lib/directory/person/look";
import { answer } from "@/lib/verb/answer";

export const lookForPerson = answer(lookForPersonView);
export const erasePerson = answer(erasePersonVerb, {
  changes: ["/devices", "/devices/registered", "/devices/erased"],
});
