"use server";

import { importDevices as importDevicesVerb } from "@/lib/directory/device/import";
import { restoreDevice as restoreDeviceVerb } from "@/lib/directory/device/restore-device";
import { retireDevice as retireDeviceVerb } from "@/lib/directory/device/retire-device";
import { erasePerson as erasePersonVerb } from "@/lib/directory/person/erase";
import { lookForPerson as lookForPersonView } from "@/lib/directory/person/look";
import { addSuppressions as addSuppressionsVerb } from "@/lib/directory/suppression/add";
import { removeSuppression as removeSuppressionVerb } from "@/lib/directory/suppression/remove";
import { suppressDevice as suppressDeviceVerb } from "@/lib/directory/suppression/suppress-device";
import { paths } from "@/lib/inputs/paths";
import { answer, answerEach } from "@/lib/verb/answer";

export const retireDevice = answer(retireDeviceVerb, {
  changes: [paths.devices(), paths.registeredDevices()],
});
export const restoreDevice = answer(restoreDeviceVerb, {
  changes: [paths.devices(), paths.registeredDevices()],
});
export const suppressDevice = answer(suppressDeviceVerb, { changes: [paths.suppressionList()] });
/** Refreshes no page: that is done when the whole file is. */
export const importDevices = answer(importDevicesVerb);

export const lookForPerson = answer(lookForPersonView);
export const erasePerson = answer(erasePersonVerb, {
  changes: [paths.devices(), paths.registeredDevices(), paths.removedPeople()],
});

export const addSuppressions = answer(addSuppressionsVerb, { changes: [paths.suppressionList()] });
export const removeEachSuppression = answerEach(removeSuppressionVerb, {
  changes: [paths.suppressionList()],
});
