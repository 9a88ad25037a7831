import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * To recover what an endpoint missed, a merchant's events are walked through in order, and each delivery's id is derived: what is looked at
 * is in the index, without the bodies.
 */
export class RecoverPostbacks1764400410000 implements MigrationInterface {
  readonly name = 'RecoverPostbacks1764400410000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX events_by_merchant ON events (merchant_id, id) INCLUDE (event);

      -- The same as deliveryIdOf in delivery-id.domain.ts: the event's time, and 74 bits of a hash of both ids.
      CREATE FUNCTION delivery_id_of(event_id uuid, endpoint_id uuid) RETURNS uuid IMMUTABLE PARALLEL SAFE RETURN (
        left(replace(event_id::text, '-', ''), 12)
        || '7' || substr(encode(sha256((event_id::text || endpoint_id::text)::bytea), 'hex'), 14, 3)
        || translate(substr(encode(sha256((event_id::text || endpoint_id::text)::bytea), 'hex'), 17, 1), '0123456789abcdef', '89ab89ab89ab89ab')
        || substr(encode(sha256((event_id::text || endpoint_id::text)::bytea), 'hex'), 18, 15)
      )::uuid;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION delivery_id_of(uuid, uuid); DROP INDEX events_by_merchant;');
  }
}
