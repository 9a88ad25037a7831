import type { Sql } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { EndpointSecrets } from './endpoint-secrets.js';
import { selectEndpoint, selectEndpointsOf, type StoredEndpoint } from './endpoints.sql.js';
import type { Endpoint } from './endpoint.js';
import { selectedKinds } from './event-selection.domain.js';

/** Reads endpoints from the table and makes them ready for use. */
@Injectable()
export class EndpointReader {
  constructor(private readonly secrets: EndpointSecrets) {}

  /** Those of these merchants, of whatever status. */
  async allOf(sql: Sql, merchantIds: readonly string[]): Promise<Endpoint[]> {
    const rows = await selectEndpointsOf(sql, merchantIds);
    return [...Map.groupBy(rows, ({ id }) => id).values()].map((endpoint) => this.#toEndpoint(endpoint));
  }

  /** @param endpointId of one that is there */
  async one(sql: Sql, endpointId: string): Promise<Endpoint> {
    return this.#toEndpoint(await selectEndpoint(sql, endpointId));
  }

  /** @param rows an endpoint's, one for each of its secrets */
  #toEndpoint(rows: readonly StoredEndpoint[]): Endpoint {
    const { id, merchant_id: merchantId, url, status, events, updated_at: updatedAt } = rows[0]!;
    return {
      id,
      merchantId,
      asOf: 0n,
      url: new URL(url),
      status,
      updatedAt,
      kinds: selectedKinds(events),
      signingKeys: rows.map(({ sealed_secret: sealed, expires_at: expiresAt }) => ({
        key: this.secrets.signingKey(sealed, id),
        expiresAtMs: expiresAt?.getTime() ?? null,
      })),
    };
  }
}
