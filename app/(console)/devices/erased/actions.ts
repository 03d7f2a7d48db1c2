"use server";

import { erasePerson as erasePersonVerb } from "@/lib/directory/person/erase";
import { lookForPerson as lookForPersonView } from "@/lib/directory/person/look";
import { paths } from "@/lib/inputs/paths";
import { answer } from "@/lib/verb/answer";

export const lookForPerson = answer(lookForPersonView);
export const erasePerson = answer(erasePersonVerb, {
  changes: [paths.devices(), paths.registeredDevices(), paths.removedPeople()],
});
