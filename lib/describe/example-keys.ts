/**
 * Keys that were made for forms, documentation and tests to show. No provider knows them, and they
 * open nothing.
 */

/** As Apple gives them out. */
export const exampleEcKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNiTCjN3rH1/rrAyP
9WNjy3UbhGmVftLj6DJcYWgMCiGhRANCAARMNVT8QSW7PUSPf6k0wMXUDyf92kZu
/EpeKpPl3/B4EVNeeF/gcxwh6E4Q4JcpOGib3RY6C+1XxTIBodGly2bm
-----END PRIVATE KEY-----`;

/** As Google gives them out with a service account. */
export const exampleRsaKey = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCyLcjjvFd5o8Zr
g08NlUYCGwdSTjLjuS6/CzBUpP+EcLhP3DFSqpv9OlCwdKu3SZUgJZaas7d8RIU1
0XQ9WeBh3hX/c+qS/6D0ajlV5QUczkdJJO8LrZcz4rvlfHPBs2QY8gHte4cYdgbp
P9v5ahkP8vktXw6Cbnc3rVIcNpDgjsXj97k3oiQ5vHaI/I040KfyfpL7hYsHyQmQ
t1Vv0vv9178Op+GLt4UPaHJRXDiihDuMVsae5nN6+33QmuRbRYovse/QpYXYw26F
ZgtRS9om7GvPlVBB8Pd/eNdlUQztnqA7UuDdJWFL9ZSBTshKhxZIC1tHtBJudaVT
dsQwDAjvAgMBAAECggEAEbZxeQo5G/OG/xsfmbcULZNoR+tULcUz+3PuSwvYBt95
wx6dnJ0vQp4wdUoz49WhyH9UGG7zN5xMLcxzpMGxh6kfQLTSRei5pHKG3p4UwwdS
mNfeF6gbFuJcUXTswP3HXp94R5Z3GJxrFXbutD2y3h4GXVdMxvSaT2OgfQODpX8B
d3F3/7Jfx/BTMJlnOOS3JGcvYymYo8ypUYjZyvNuzYXkO/687riUSM2xGw1JEkUE
PRBAczRKL+F0jeDSyQpPNmGoLCCSGlQIDFzDjOopf74gEaJ1lLFm86zy1nx0ej+H
mgi7bfEoGmv49JqraPXnes2L8E1hJOL07OjpGBqROQKBgQDegsUgXhmcKx60D7sB
dtSC0pyb3aw2bnuLoS/7omK6UWTSIT5pNwigMM/ZuhRSdfAMX+Ei9e+izV/OKbIa
SBPZMwmut2QkZjhPOgNlu6NY60bHR4xmgYVZgvpdgd7tQfo2cpbwjY0hveHqFgrC
HgKAWkUog32xLfEvpxY5oBVLlQKBgQDM/u0Rl+/lIdOqd9FyhPbCpjc9yvB7e/pD
QxmrJhOmgOxaca0tJLl2wLvOl0P3Amm6Exh+E7xosx+ULCPmkYU4Z+9QtPK0hM9S
XHI/+600Lmt0rklOsRiufJigLtbf8oc5RfNnTkZlr8m9LckSpQUjW/QQghF3INex
DT48zJGBcwKBgQDctvqy0KS2tE8QbUoieazy19dhBNH+bDlAl/LwuHMWPga0KSWv
WFfGDqUeY+YkpbgnjjPUaf/6jZ2q8tEoILcPjADevisnr/3LGNCl6Spu2XKr2dz7
ER8lWzbd6iUnU3rO53uxwbds8N1XReYGB56Tkvdm6IeVaO0FR8hUAOcewQKBgQC8
wjgVLSxudhlrLG0l4B0/2sGfGpEZg21MJisqlyMc/DWmimoF2X0VRh8o+cxRVF16
Qz8YSKACYH3BeGuOUYy0BbAtRpD9fBVTJ2DkXaB9HglAJYPG+/dYI85+IOMmzzGI
oUqhY0gbNiSzF8fAbUcv6enwkXP3l7xEgYc/gLay1QKBgGhUWhlRYhyYe8EplADr
6+AdXYX548rnAAdHJyYzIk3RYvstqQDorRazNFSDzenEJuZvhZ50QUEQQukATCu0
/34ivpWhGWt5QC70aM8ZJwXWzA+gL3MtzdolmI1Pyqzv63wIKg3k167rT9U8j1Cc
AJ+2IZjI1QUWeMRWEC6iVRcc
-----END PRIVATE KEY-----`;

/**
 * A certificate for the push service as Apple issues them, but by an authority unknown to Apple.
 * Its key is {@link exampleRsaKey}.
 */
export const exampleAppleCertificate = `-----BEGIN CERTIFICATE-----
MIIDCDCCAfCgAwIBAgIBATANBgkqhkiG9w0BAQsFADAVMRMwEQYDVQQDDApBbiBl
eGFtcGxlMB4XDTI2MDEwMTAwMDAwMFoXDTI3MDEzMTAwMDAwMFowUjEgMB4GCgmS
JomT8ixkAQEMEGNvbS5leGFtcGxlLnNob3AxLjAsBgNVBAMMJUFwcGxlIFB1c2gg
U2VydmljZXM6IGNvbS5leGFtcGxlLnNob3AwggEiMA0GCSqGSIb3DQEBAQUAA4IB
DwAwggEKAoIBAQCyLcjjvFd5o8Zrg08NlUYCGwdSTjLjuS6/CzBUpP+EcLhP3DFS
qpv9OlCwdKu3SZUgJZaas7d8RIU10XQ9WeBh3hX/c+qS/6D0ajlV5QUczkdJJO8L
rZcz4rvlfHPBs2QY8gHte4cYdgbpP9v5ahkP8vktXw6Cbnc3rVIcNpDgjsXj97k3
oiQ5vHaI/I040KfyfpL7hYsHyQmQt1Vv0vv9178Op+GLt4UPaHJRXDiihDuMVsae
5nN6+33QmuRbRYovse/QpYXYw26FZgtRS9om7GvPlVBB8Pd/eNdlUQztnqA7UuDd
JWFL9ZSBTshKhxZIC1tHtBJudaVTdsQwDAjvAgMBAAGjJjAkMBAGCiqGSIb3Y2QG
AwEEAgUAMBAGCiqGSIb3Y2QGAwIEAgUAMA0GCSqGSIb3DQEBCwUAA4IBAQCuT3Tz
bjdecXHXtX761IgVXwYAlW53MFV5j7HDrRM/g1puQTRaItwdM7/dPYLBqj6kGLLV
1DA1097V1FTMu+iecy9dP4YWe3Y7x5eL+oCDjc+uFOSCxp6A/KATnmot8WVHXpkW
I8XUmY5rv8QJBarJSRcUNB+2kNfInc3ys8uFJmjb22Up4qVMjWG80/4e+fTs19wp
19LXvB6XOpn65bQO1hEG1ppgSJLe45HCTd71CrN1XVWWRRqGcvrezqx8vzjPhL6C
ri+GzuuravaUTRLPlyKBkR0EpFI+9tfVmuGW7AOQzR2XW5lvS9rc1TKhK7N58Zh6
8sFyTci3qeHxmfAt
-----END CERTIFICATE-----`;

/** A pair for Web Push. */
export const exampleVapidKeys = {
  publicKey:
    "BBQbc49Lkd_DGuH0nGv-jGXkVDF1kIvJQWEwsfiiPFX39GnuFdfaxP3asn5vg8vg0WjyErN_OAJ_IKPgRp5LhO4",
  privateKey: "Eg4N0-DWmf35R-WTqIA7gjL6EKk9ZhhYc27JelMwnbY",
};
