import { certificatePem } from "./checks";

/** The field for certificates to trust, which every provider has. */
export const ca = {
  label: "Certificate authority",
  type: "lines",
  secret: false,
  help: "Certificates in PEM to trust, if the provider stands behind a private certificate authority. Leave it empty otherwise.",
  example: "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU...\n-----END CERTIFICATE-----",
  check: certificatePem.optional(),
} as const;
