"use server";

import { importDevices } from "@/lib/directory/device/import";
import { restoreDevice } from "@/lib/directory/device/restore-device";
import { retireDevice } from "@/lib/directory/device/retire-device";
import { suppressDevice } from "@/lib/directory/suppression/suppress-device";
import { answer } from "@/lib/verb/answer";

/** Takes a device out of use, or forgets it. */
export const retireOneDevice = answer(retireDevice, { changes: ["/devices", "/devices/registered"] });

/** Takes a device into use again. */
export const restoreOneDevice = answer(restoreDevice, { changes: ["/devices", "/devices/registered"] });

/** Puts the token of a device on the suppression list. */
export const suppressDeviceToken = answer(suppressDevice, { changes: ["/devices/suppressed"] });

/** Registers the devices of some lines of a file. The page is refreshed when the whole file is done. */
export const importDeviceLines = answer(importDevices);
