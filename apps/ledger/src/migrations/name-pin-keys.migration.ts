import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each hash of a PIN says under which key of `SECRETS_KEY` it was made, so that a key can be replaced and it is known who still needs it. */
export class NamePinKeys1764600000000 implements MigrationInterface {
  readonly name = 'NamePinKeys1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transaction_pins ADD COLUMN key_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transaction_pins DROP COLUMN key_id');
  }
}
