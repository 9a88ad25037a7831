import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import type { CredentialRecord } from './credential.js';

/** What changed since a known access version. */
export interface AccessChanges {
  readonly version: bigint;
  readonly publicKeys: readonly string[];
}

/** Credentials as of one access version. */
export interface CredentialSnapshot {
  readonly version: bigint;
  readonly records: readonly CredentialRecord[];
}

@Injectable()
export class CredentialQueries {
  constructor(private readonly database: Database) {}

  async changesSince(version: bigint): Promise<AccessChanges> {
    const [row] = await this.database.query<{ version: bigint; public_keys: string[] }>(
      `SELECT version, ARRAY(
         SELECT public_key FROM onboarding.published_credentials WHERE access_version > $1
       ) AS public_keys
       FROM onboarding.published_access_version`,
      [version],
    );
    return { version: row!.version, publicKeys: row!.public_keys };
  }

  /** One statement for all, whose snapshot also says which version it shows. */
  async find(publicKeys: readonly string[]): Promise<CredentialSnapshot> {
    const rows = await this.database.query<CredentialRecord & { version: bigint }>(
      `SELECT v.version, c.public_key, c.secret_sha256, c.api_key_id, c.is_active, c.is_revoked, c.allowed_ips, c.merchant_id,
              c.merchant_status, c.fees
       FROM onboarding.published_access_version v
       LEFT JOIN onboarding.published_credentials c ON c.public_key = ANY ($1::text[])`,
      [publicKeys],
    );
    return { version: rows[0]!.version, records: rows.filter(({ public_key }) => public_key !== null) };
  }
}
