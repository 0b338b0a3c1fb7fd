<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;

/**
 * Notices that one of the chosen options was given another value, for example the site's title. All other options are
 * nobody's business: WordPress and its plugins write them all the time.
 */
final class Options_Listener implements Listener {
	public const SOURCE = 'options';

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
	) {}

	public function hook(): void {
		add_action( 'updated_option', $this->on_changed( ... ), 10, 3 );
		add_action( 'added_option', $this->on_added( ... ), 10, 2 );
		add_action( 'deleted_option', fn( mixed $name ) => $this->record( $name ), 10, 1 );
	}

	/**
	 * Notes another value. Core compares by type: the page that is "5" is no other than the page 5.
	 */
	private function on_changed( mixed $name, mixed $before, mixed $after ): void {
		$is_same = ! is_array( $before ) && ! is_array( $after ) && ! is_object( $before ) && ! is_object( $after ) && (string) $before === (string) $after;
		if ( ! $is_same ) {
			$this->record( $name );
		}
	}

	/**
	 * Notes a first value. A form that is saved as it was stores empty ones.
	 */
	private function on_added( mixed $name, mixed $value ): void {
		// phpcs:ignore Universal.Operators.StrictComparisons -- '', '0', 0, false, null and array() alike say nothing.
		if ( ! empty( $value ) ) {
			$this->record( $name );
		}
	}

	private function record( mixed $name ): void {
		if ( is_string( $name ) && $this->policy->watches_option( $name ) && ! Request_Context::is_anonymous_read() && $this->changes->is_source_used( self::SOURCE ) ) {
			$this->changes->record( self::SOURCE, Change::CHANGED, Change::OPTION, 0, '', $name );
		}
	}
}
