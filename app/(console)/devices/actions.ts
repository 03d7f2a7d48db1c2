"use server";

import { importDevices as importDevicesVerb } from "@/lib/directory/device/import";
import { restoreDevice as restoreDeviceVerb } from "@/lib/directory/device/restore-device";
import { retireDevice as retireDeviceVerb } from "@/lib/directory/device/retire-device";
import { suppressDevice as suppressDeviceVerb } from "@/lib/directory/suppression/suppress-device";
import { paths } from "@/lib/inputs/paths";
import { answer } from "@/lib/verb/answer";

export const retireDevice = answer(retireDeviceVerb, {
  changes: [paths.devices(), paths.registeredDevices()],
});
export const restoreDevice = answer(restoreDeviceVerb, {
  changes: [paths.devices(), paths.registeredDevices()],
});
export const suppressDevice = answer(suppressDeviceVerb, { changes: [paths.suppressionList()] });
/** Refreshes no page: that is done when the whole file is. */
export const importDevices = answer(importDevicesVerb);
