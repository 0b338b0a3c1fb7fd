<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Json_Schema;

/**
 * An environment that a user removed. It is kept for a short time, its secrets encrypted as before, so that the user can
 * undo the removal.
 *
 * @phpstan-import-type Stored from Environment as Stored_Record
 * @phpstan-type Stored array{removedAt: int, position: int, environment: Stored_Record}
 */
final class Removed_Environment {
	public const RESTORABLE_SECONDS = 600;

	/**
	 * Deletes what was kept for longer.
	 */
	public const EXPIRY_EVENT = 'headless_deploy_forget_removed';

	/**
	 * @param int $removed_at In milliseconds.
	 * @param int $position   Among the other environments, because the first one has a meaning (see Routing::first_front_end()).
	 */
	public function __construct(
		public readonly Environment $record,
		public readonly int $removed_at,
		public readonly int $position,
	) {}

	/**
	 * Returns the schema of what is stored.
	 */
	public static function stored(): Json_Schema {
		return Json_Schema::partial(
			removedAt: Json_Schema::integer(),
			position: Json_Schema::integer()->with( minimum: 0 ),
			environment: Environment::stored(),
		)->with( required: array( 'environment' ) );
	}

	/**
	 * @param Stored $stored
	 */
	public static function from_stored( string $id, array $stored ): ?self {
		$record = Environment::from_stored( $id, $stored['environment'] );
		return $record->is_remainder() ? null : new self( $record, $stored['removedAt'], $stored['position'] );
	}

	public function with_record( Environment $record ): self {
		return new self( $record, $this->removed_at, $this->position );
	}

	public function is_expired( int $now ): bool {
		return self::is_past( $this->removed_at, $now );
	}

	/**
	 * @param int $removed_at In milliseconds. A time in the future, from a clock that was wrong, ends as late as one in the past.
	 */
	public static function is_past( int $removed_at, int $now ): bool {
		return abs( $now - $removed_at ) >= self::RESTORABLE_SECONDS * 1000;
	}

	/**
	 * @return Stored
	 */
	public function to_array(): array {
		return array(
			'removedAt'   => $this->removed_at,
			'position'    => $this->position,
			'environment' => $this->record->to_array(),
		);
	}
}
