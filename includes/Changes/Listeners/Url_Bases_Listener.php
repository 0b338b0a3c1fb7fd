<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Stored_Value;

/**
 * Records that addresses of the site were built from other bases: the slug of a post type or a taxonomy, the directory of a
 * language. Plugins and themes say them in code, so that only the rewrite rules show a difference. WordPress deletes the
 * rules when they are outdated and writes them again in any later request, also in that of a visitor.
 *
 * A refresh is asked for at once, but not more often than every five minutes, because some plugins write other rules in each
 * request. The policy decides on rules that have been the same for five minutes.
 *
 * The state has hashes, and times in milliseconds.
 *
 * @phpstan-type State array{seen: string, seen_at: int, refreshed: string, refreshed_at: int, settled: string}
 */
final class Url_Bases_Listener implements Listener {
	public const EVENT = 'headless_deploy_check_url_bases';

	public const OPTION = 'headless_deploy_url_bases';

	private const RULES = 'rewrite_rules';

	private const SETTLED_AFTER_MS = 300_000;

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
		private readonly Clock $clock,
	) {}

	public function hook(): void {
		add_action( 'update_option_' . self::RULES, $this->on_written( ... ), 10, 2 );
		add_action( 'add_option_' . self::RULES, fn( mixed $name, mixed $value = null ) => $this->on_written( null, $value ), 10, 2 );
		add_action(
			'delete_option',
			fn( mixed $name ) => self::RULES === $name ? $this->on_written( get_option( self::RULES ), null ) : null,
			10,
			1,
		);
		add_action( self::EVENT, $this->check( ... ), 10, 0 );
	}

	private function on_written( mixed $before, mixed $after = null ): void {
		if ( ! $this->changes->is_source_used( Options_Listener::SOURCE ) ) {
			return;
		}
		$now      = $this->clock->now_ms();
		$previous = self::hash( $before );
		$hash     = self::hash( $after );
		try {
			$stored = self::state();
		} catch ( Read_Failed ) {
			// They may be other rules. A refresh too many costs less than a change that is lost.
			'' === $hash || $this->record_rules( ! $this->policy->counts_option( 'permalink_structure' ) );
			return;
		}
		// With the first rules that are seen, there is nothing to compare.
		$first = '' === $previous ? $hash : $previous;
		$state = $stored ?? array( 'seen' => $first, 'seen_at' => $now, 'refreshed' => $first, 'refreshed_at' => 0, 'settled' => $first );
		if ( '' !== $hash && $hash !== $state['seen'] ) {
			$state = array( 'seen' => $hash, 'seen_at' => $now ) + $state;
			if ( $hash !== $state['refreshed'] && self::is_over( $state['refreshed_at'], $now ) ) {
				$state = $this->record( $state, true );
			}
			$this->schedule( $now );
		}
		if ( $state !== $stored && '' !== $state['seen'] ) {
			$this->save( $state );
		}
	}

	private static function hash( mixed $rules ): string {
		return is_array( $rules ) && array() !== $rules ? md5( (string) wp_json_encode( $rules ) ) : '';
	}

	/**
	 * Records rules that have been the same for a while. Rules that change all the time are for refreshes only.
	 */
	private function check(): void {
		$now = $this->clock->now_ms();
		try {
			$state = self::state();
		} catch ( Read_Failed ) {
			$this->schedule( $now );
			return;
		}
		if ( null === $state ) {
			return;
		}
		$is_settled = self::is_over( $state['seen_at'], $now );
		$checked    = $state;
		if ( $is_settled && $state['settled'] !== $state['seen'] ) {
			$checked = array( 'settled' => $state['seen'] ) + $this->record( $state, ! $this->policy->counts_option( 'permalink_structure' ) );
		} elseif ( $state['refreshed'] !== $state['seen'] && self::is_over( $state['refreshed_at'], $now ) ) {
			$checked = $this->record( $state, true );
		}
		if ( $checked !== $state ) {
			$this->save( $checked );
		}
		if ( ! $is_settled ) {
			$this->schedule( $now );
		}
	}

	/**
	 * @param  State $state
	 * @return State
	 */
	private function record( array $state, bool $is_for_refresh_only ): array {
		$this->record_rules( $is_for_refresh_only );
		return array( 'refreshed' => $state['seen'], 'refreshed_at' => $this->clock->now_ms() ) + $state;
	}

	private function record_rules( bool $is_for_refresh_only ): void {
		$this->changes->record(
			Options_Listener::SOURCE,
			Change::CHANGED,
			Change::OPTION,
			0,
			'',
			self::RULES,
			Previous_State::UNKNOWN,
			$is_for_refresh_only,
		);
	}

	/**
	 * Tells whether the five minutes since some time are over. A clock that was set back must not prolong them.
	 */
	private static function is_over( int $since, int $now ): bool {
		return abs( $now - $since ) >= self::SETTLED_AFTER_MS;
	}

	private function schedule( int $now ): void {
		if ( false === wp_next_scheduled( self::EVENT ) ) {
			wp_schedule_single_event( intdiv( $now + self::SETTLED_AFTER_MS, 1000 ) + 1, self::EVENT );
		}
	}

	/**
	 * @throws Read_Failed
	 * @return State|null
	 */
	private static function state(): ?array {
		$text   = Json_Schema::text();
		$time   = Json_Schema::integer();
		$schema = Json_Schema::partial(
			seen: $text->with( minLength: 1 ),
			seen_at: $time,
			refreshed: $text,
			refreshed_at: $time,
			settled: $text,
		);
		/** @var State|null */
		return Stored_Value::read(
			$schema->with( required: array( 'seen' ) )->or_null(),
			Option_Row::parse( Option_Row::read_for_write( self::OPTION )[ self::OPTION ] ),
		);
	}

	/**
	 * @param State $state
	 */
	private function save( array $state ): void {
		update_option( self::OPTION, $state, false );
	}
}
