import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the gateway list a service's dead letters, without what their messages say: that may hold personal data. */
export class PublishDeadLetters1763740500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Operators see what is open; letters that were requeued only grow in number.
    await queryRunner.query(`CREATE INDEX dead_letters_open ON dead_letters (id) WHERE requeued_at IS NULL`);
    // A group carries its service's name. A letter's id is a UUIDv7 and stays when its message fails again.
    await queryRunner.query(`
      CREATE VIEW published_dead_letters AS
      SELECT id, consumer_group AS service, message_id, topic, type, key, reason, attempts,
             uuid_extract_timestamp(id) AS created_at, requeued_at
      FROM dead_letters`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP VIEW published_dead_letters`);
    await queryRunner.query(`DROP INDEX dead_letters_open`);
  }
}
