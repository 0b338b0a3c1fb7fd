<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;

/**
 * Records changes of the chosen options, for example the site title. Other options are ignored: WordPress and plugins
 * write them constantly.
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
	 * Records another value. WordPress compares strictly, but the page "5" is the page 5.
	 */
	private function on_changed( mixed $name, mixed $before, mixed $after ): void {
		$is_same = ! is_array( $before ) && ! is_array( $after ) && ! is_object( $before ) && ! is_object( $after ) && (string) $before === (string) $after;
		if ( ! $is_same ) {
			$this->record( $name );
		}
	}

	/**
	 * Records a first value. A form that is saved unchanged stores empty values.
	 */
	private function on_added( mixed $name, mixed $value ): void {
		// phpcs:ignore Universal.Operators.StrictComparisons -- '', '0', 0, false, null and array() are all empty values.
		if ( ! empty( $value ) ) {
			$this->record( $name );
		}
	}

	private function record( mixed $name ): void {
		if ( is_string( $name ) && $this->policy->watches_option( $name ) && ! Request_Type::is_anonymous_read() && $this->changes->is_source_used( self::SOURCE ) ) {
			$this->changes->record( self::SOURCE, Change::CHANGED, Change::OPTION, 0, '', $name, array(), ! $this->policy->counts_option( $name ) );
		}
	}
}
