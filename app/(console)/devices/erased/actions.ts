"use server";

import { erasePerson as erasePersonVerb } from "@/lib/directory/person/erase";
import { lookForPerson as lookForPersonView } from "@/lib/directory/person/look";
import { answer } from "@/lib/verb/answer";

/** Counts what is kept of a person. */
export const lookForPerson = answer(lookForPersonView);

/** Removes what is kept of a person, for some seconds; called until it is done. */
export const erasePerson = answer(erasePersonVerb, { changes: ["/devices", "/devices/registered", "/devices/erased"] });
