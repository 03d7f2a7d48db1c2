"use server";

import { importDevices as importDevicesVerb } from "@/lib/directory/device/import";
import { restoreDevice as restoreDeviceVerb } from "@/lib/directory/device/restore-device";
import { retireDevice as retireDeviceVerb } from "@/lib/directory/device/retire-device";
import { suppressDevice as suppressDeviceVerb } from "@/lib/directory/suppression/suppress-device";
import { answer } from "@/lib/verb/answer";

/** Takes a device out of use, or forgets it. */
export const retireDevice = answer(retireDeviceVerb, { changes: ["/devices", "/devices/registered"] });

/** Takes a device into use again. */
export const restoreDevice = answer(restoreDeviceVerb, { changes: ["/devices", "/devices/registered"] });

/** Puts the token of a device on the suppression list. */
export const suppressDevice = answer(suppressDeviceVerb, { changes: ["/devices/suppressed"] });

/** Registers the devices of some lines of a file. The page is refreshed when the whole file is done. */
export const importDevices = answer(importDevicesVerb);
