/** Languages in which the check of a signature is shown. */
export const languages = ["node", "python", "java", "php", "go", "csharp"] as const;
export type Language = (typeof languages)[number];

/** Names as people write them. */
export const languageNames: Record<Language, string> = {
  node: "Node",
  python: "Python",
  java: "Java",
  php: "PHP",
  go: "Go",
  csharp: "C#",
};

/** The two signatures that an update carries (contract 7). */
export const schemes = ["standard", "hub"] as const;
export type Scheme = (typeof schemes)[number];

/**
 * A function that returns whether an update was signed with a secret, and not changed since: of the
 * body's exact bytes, in constant time. `standard` checks `webhook-signature` and that the update
 * is not older than five minutes; `hub` checks `x-hub-signature`, which knows no time. Header names
 * are in lower case.
 */
export function verificationCode(language: Language, scheme: Scheme): string {
  return `${code[language][scheme].trim()}\n`;
}

const code: Record<Language, Record<Scheme, string>> = {
  node: {
    standard: `
import { createHmac, timingSafeEqual } from "node:crypto";

/** body: the raw bytes, before any JSON parser. */
export function isFromClarion(secret, headers, body) {
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : secret;
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\`).update(body).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return signature.startsWith("v1,") && given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
    hub: `
import { createHmac, timingSafeEqual } from "node:crypto";

/** body: the raw bytes, before any JSON parser. */
export function isFromClarion(secret, headers, body) {
  const expected = Buffer.from("sha256=" + createHmac("sha256", secret).update(body).digest("hex"));
  const given = Buffer.from(headers["x-hub-signature"] ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}`,
  },
  python: {
    standard: `
import base64, hashlib, hmac, time


def is_from_clarion(secret: str, headers: dict, body: bytes) -> bool:
    """body: the raw bytes, before any JSON parser."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in given)`,
    hub: `
import hashlib, hmac


def is_from_clarion(secret: str, headers: dict, body: bytes) -> bool:
    """body: the raw bytes, before any JSON parser."""
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(headers.get("x-hub-signature", "").encode(), expected.encode())`,
  },
  java: {
    standard: `
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class ClarionSignature {
  /** body: the raw bytes, before any JSON parser. */
  public static boolean isFromClarion(String secret, Map<String, String> headers, byte[] body)
      throws GeneralSecurityException {
    String id = headers.getOrDefault("webhook-id", "");
    String timestamp = headers.getOrDefault("webhook-timestamp", "");
    if (!timestamp.matches("[0-9]{1,12}")) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
    byte[] key =
        secret.startsWith("whsec_") ? Base64.getDecoder().decode(secret.substring(6)) : secret.getBytes(UTF_8);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(UTF_8);
    for (String given : headers.getOrDefault("webhook-signature", "").split(" "))
      if (MessageDigest.isEqual(given.getBytes(UTF_8), expected)) return true;
    return false;
  }
}`,
    hub: `
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class ClarionSignature {
  /** body: the raw bytes, before any JSON parser. */
  public static boolean isFromClarion(String secret, Map<String, String> headers, byte[] body)
      throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    String expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
    String given = headers.getOrDefault("x-hub-signature", "");
    return MessageDigest.isEqual(given.getBytes(UTF_8), expected.getBytes(UTF_8));
  }
}`,
  },
  php: {
    standard: `
<?php
/** $body: the raw bytes, such as file_get_contents('php://input'). */
function isFromClarion(string $secret, array $headers, string $body): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6)) : $secret;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}`,
    hub: `
<?php
/** $body: the raw bytes, such as file_get_contents('php://input'). */
function isFromClarion(string $secret, array $headers, string $body): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $headers['x-hub-signature'] ?? '');
}`,
  },
  go: {
    standard: `
package clarion

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// IsFromClarion takes the raw bytes of the body, before any JSON decoder.
func IsFromClarion(secret string, headers http.Header, body []byte) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	key := []byte(secret)
	if encoded, found := strings.CutPrefix(secret, "whsec_"); found {
		if key, err = base64.StdEncoding.DecodeString(encoded); err != nil {
			return false
		}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return true
		}
	}
	return false
}`,
    hub: `
package clarion

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
)

// IsFromClarion takes the raw bytes of the body, before any JSON decoder.
func IsFromClarion(secret string, headers http.Header, body []byte) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(headers.Get("x-hub-signature")), []byte(expected))
}`,
  },
  csharp: {
    standard: `
using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

public static class ClarionSignature
{
    /// <param name="body">The raw bytes, before any JSON parser.</param>
    public static bool IsFromClarion(string secret, IReadOnlyDictionary<string, string> headers, byte[] body)
    {
        string Header(string name) => headers.TryGetValue(name, out var value) ? value : "";
        var timestamp = Header("webhook-timestamp");
        if (!long.TryParse(timestamp, out var seconds)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > 300) return false;
        var key = secret.StartsWith("whsec_") ? Convert.FromBase64String(secret[6..]) : Encoding.UTF8.GetBytes(secret);
        var signed = Encoding.UTF8.GetBytes($"{Header("webhook-id")}.{timestamp}.").Concat(body).ToArray();
        var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed)));
        return Header("webhook-signature").Split(' ')
            .Any(given => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), expected));
    }
}`,
    hub: `
using System;
using System.Collections.Generic;
using System.Security.Cryptography;
using System.Text;

public static class ClarionSignature
{
    /// <param name="body">The raw bytes, before any JSON parser.</param>
    public static bool IsFromClarion(string secret, IReadOnlyDictionary<string, string> headers, byte[] body)
    {
        var mac = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), body);
        var expected = Encoding.UTF8.GetBytes("sha256=" + Convert.ToHexString(mac).ToLowerInvariant());
        var given = headers.TryGetValue("x-hub-signature", out var value) ? value : "";
        return CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), expected);
    }
}`,
  },
};
