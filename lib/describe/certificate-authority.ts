import { certificatePem } from "./checks";

/** The field for certificates to trust, which every provider has. */
export const ca = {
  label: "Certificate authority",
  type: "lines",
  secret: false,
  help: "Trusted certificates in PEM, if the provider uses a private certificate authority. Leave it empty otherwise.",
  example: "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU...\n-----END CERTIFICATE-----",
  check: certificatePem.optional(),
} as const;
