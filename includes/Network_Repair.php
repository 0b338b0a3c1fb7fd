<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use HeadlessDeploy\Environments\Environments;

/**
 * Repairs the routing option on the sites of a network, some sites in each recurring event of the main site. On a site
 * whose routing option does not match its settings, no change is recorded, so the event would never visit that site for
 * a run.
 */
final class Network_Repair {
	/**
	 * Stores which site was repaired last, and when; on the main site, not autoloaded.
	 */
	public const OPTION = 'headless_deploy_network_repair';

	public const SITES_PER_EVENT = 10;

	public function __construct( private readonly Environments $environments ) {}

	/**
	 * @throws Read_Failed
	 * @return list<int>   The sites that were visited; none when another process visits them.
	 */
	public function repair_next_sites( int $now ): array {
		if ( ! is_multisite() ) {
			return array();
		}
		$row    = new Option_Row( self::OPTION );
		$raw    = $row->read();
		$stored = Option_Row::parse( $raw );
		$sites  = $this->sites_after( is_int( $stored['site'] ?? null ) ? $stored['site'] : 0 );
		$mark   = array(
			'site' => count( $sites ) < self::SITES_PER_EVENT ? 0 : (int) end( $sites ),
			'at'   => $now,
		);
		// Written before the repair: a site that ends the process is not repaired again until its next turn.
		if ( ! $row->swap( $raw, $mark ) ) {
			return array();
		}
		$visited = array_values( array_filter( array_diff( $sites, array( get_current_blog_id() ) ), Network::is_active_on( ... ) ) );
		foreach ( $visited as $site ) {
			Network::on_site( $site, Entry_Point::background( $this->environments->repair( ... ) ) );
		}
		return $visited;
	}

	/**
	 * @param  int         $last Last site, 0 to start with the first.
	 * @throws Read_Failed
	 * @return list<int>
	 */
	private function sites_after( int $last ): array {
		global $wpdb;
		return array_map(
			intval( ... ),
			Database::column( (string) $wpdb->prepare(
				"SELECT blog_id FROM {$wpdb->blogs} WHERE blog_id > %d ORDER BY blog_id LIMIT %d",
				$last,
				self::SITES_PER_EVENT,
			) ),
		);
	}
}
