"use server";

import { erasePerson } from "@/lib/directory/person/erase";
import { lookForPerson } from "@/lib/directory/person/look";
import { answer } from "@/lib/verb/answer";

/** Counts what is kept of a person. */
export const lookAtPerson = answer(lookForPerson);

/** Removes what is kept of a person, for some seconds; called until it is done. */
export const removePerson = answer(erasePerson, { changes: ["/devices", "/devices/registered", "/devices/erased"] });
