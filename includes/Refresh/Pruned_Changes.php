<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Network;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Stored_Value;
use WP_Error;

/**
 * Remembers the newest row of changes that the retention deleted, on any site of the network: the change feed cannot name
 * what changed before it. Not autoloaded, because only the feed reads it.
 *
 * @phpstan-type Pruned array{highest: int}
 */
final class Pruned_Changes {
	public const OPTION = 'headless_deploy_pruned_changes';

	/**
	 * @throws Read_Failed
	 * @return int         0 when none was deleted.
	 */
	public function highest(): int {
		return Network::on_main_site( static fn(): int => self::parse( Option_Row::read_for_write( self::OPTION )[ self::OPTION ] )['highest'] );
	}

	/**
	 * Call before the rows are deleted, so that an interruption in between loses nothing.
	 *
	 * @throws Read_Failed
	 * @return bool        False when it could not be stored: then nothing may be deleted.
	 */
	public function raise( int $id ): bool {
		$stored = Network::on_main_site(
			static fn(): array|WP_Error => ( new Option_Row( self::OPTION ) )->change(
				self::parse( ... ),
				static fn( array $pruned ): array => array( 'highest' => max( $pruned['highest'], $id ) ),
			),
		);
		return ! is_wp_error( $stored );
	}

	/**
	 * @return Pruned
	 */
	private static function parse( ?string $raw ): array {
		/** @var Pruned */
		return Stored_Value::of_row( Json_Schema::partial( highest: Json_Schema::integer() ), $raw );
	}
}
