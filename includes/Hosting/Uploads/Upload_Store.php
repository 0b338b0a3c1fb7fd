<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

use HeadlessDeploy\Database;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use WP_Error;

/**
 * Keeps one option for each upload, and one with the unfinished ones. None is autoloaded.
 */
final class Upload_Store {
	private const PREFIX = 'headless_deploy_upload_';

	/**
	 * The option with the IDs of unfinished uploads, each with its user.
	 */
	private const UNFINISHED = 'headless_deploy_unfinished_uploads';

	/**
	 * @throws Read_Failed
	 */
	public function get( string $id ): ?Upload {
		$name = self::PREFIX . $id;
		$raw  = Option_Row::read_for_write( $name )[ $name ];
		return null === $raw ? null : Upload::from_array( $id, Option_Row::parse( $raw ) );
	}

	/**
	 * @throws Read_Failed
	 * @return list<Upload> Newest first.
	 */
	public function all(): array {
		global $wpdb;
		$rows = Database::rows( (string) $wpdb->prepare(
			"SELECT option_name, option_value FROM {$wpdb->options} WHERE option_name LIKE %s",
			$wpdb->esc_like( self::PREFIX ) . '%',
		) );
		$uploads = array_map(
			static fn( object $row ): Upload => Upload::from_array(
				substr( (string) $row->option_name, strlen( self::PREFIX ) ),
				Option_Row::parse( (string) $row->option_value ),
			),
			$rows,
		);
		usort( $uploads, static fn( Upload $one, Upload $other ): int => $other->to_array()['createdAt'] <=> $one->to_array()['createdAt'] );
		return $uploads;
	}

	/**
	 * Adds an upload, unless its user has too many unfinished ones. The list of unfinished uploads changes by
	 * compare-and-swap, so that parallel requests do not exceed the limit.
	 */
	public function add( Upload $upload ): ?WP_Error {
		// Before the list, which keeps no upload without a record.
		if ( ! ( new Option_Row( self::PREFIX . $upload->id ) )->swap( null, $upload->to_array() ) ) {
			return Errors::make( 'headless_deploy_not_saved' );
		}
		$listed = ( new Option_Row( self::UNFINISHED ) )->change(
			Option_Row::parse( ... ),
			function ( array $listed ) use ( $upload ): array|WP_Error {
				$unfinished = array_intersect_key( $listed, $this->unfinished() );
				return count( array_keys( $unfinished, $upload->user(), true ) ) < Upload::MAX_UNFINISHED
					? $unfinished + array( $upload->id => $upload->user() )
					: Errors::make( 'headless_deploy_too_many_uploads', limit: (string) Upload::MAX_UNFINISHED );
			},
		);
		if ( is_wp_error( $listed ) ) {
			$this->delete( $upload );
			return $listed;
		}
		return null;
	}

	/**
	 * @return array<string, Upload> By ID.
	 */
	private function unfinished(): array {
		return array_column( array_filter( $this->all(), static fn( Upload $one ): bool => Upload::SENT !== $one->state() ), null, 'id' );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	public function change( Upload $upload, array $fields, int $now ): Upload|WP_Error {
		$changed = ( new Option_Row( self::PREFIX . $upload->id ) )->change(
			static fn( ?string $raw ): array => Upload::from_array( $upload->id, Option_Row::parse( $raw ) )->to_array(),
			static fn( array $stored ): array => Upload::from_array( $upload->id, $stored )->with( $fields, $now )->to_array(),
		);
		return is_wp_error( $changed ) ? $changed : Upload::from_array( $upload->id, $changed );
	}

	public function delete( Upload $upload ): void {
		delete_option( self::PREFIX . $upload->id );
		( new Option_Row( self::PREFIX . $upload->id ) )->forget();
	}
}
