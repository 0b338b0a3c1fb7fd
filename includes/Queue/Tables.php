<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Schedules\Next_Run_Store;

/**
 * Names the tables. They are network-wide, so that nothing has to loop over the sites of a network.
 */
final class Tables {
	/**
	 * Returns the table of what was noted and pressed.
	 */
	public static function changes(): string {
		return self::name( 'changes' );
	}

	/**
	 * Returns the table of leases.
	 */
	public static function lanes(): string {
		return self::name( 'lanes' );
	}

	/**
	 * Returns the table of what was sent.
	 */
	public static function runs(): string {
		return self::name( 'runs' );
	}

	public static function schedules(): string {
		return Next_Run_Store::table();
	}

	/**
	 * @return list<string>
	 */
	public static function all(): array {
		return array( self::changes(), self::lanes(), self::runs(), self::schedules() );
	}

	/**
	 * Returns what all names begin with.
	 */
	public static function prefix(): string {
		global $wpdb;
		return $wpdb->base_prefix . 'headless_deploy_';
	}

	/**
	 * Puts the network's prefix before a name.
	 */
	private static function name( string $name ): string {
		return self::prefix() . $name;
	}
}
