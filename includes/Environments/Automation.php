<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;

/**
 * The automatic runs of an environment: which change starts which action, and how soon it is sent.
 */
final class Automation {
	private const DEFAULT_QUIET_PERIOD_SECONDS = 10;
	private const DEFAULT_MAXIMUM_WAIT_SECONDS = 120;

	private const DEFAULT_REFRESH_QUIET_PERIOD_SECONDS = 1;
	private const DEFAULT_REFRESH_MAXIMUM_WAIT_SECONDS = 5;

	public const MAX_WAIT_SECONDS = 3600;

	/**
	 * The source of requests of other code. They are no changes, so that only the policy decides on them.
	 */
	public const REQUEST = 'request';

	/**
	 * Sources of changes: the keys of the policy.
	 */
	public const SOURCES = array( 'content', 'terms', 'files', 'authors', 'comments', 'menus', 'templates', 'styles', 'options', 'theme', 'acf', self::REQUEST );

	/**
	 * Sources that start nothing by default: visitors write comments at any time.
	 */
	private const NONE_BY_DEFAULT = array( 'comments' );

	/**
	 * @param array<string, Action|null> $policy                       Source => action, null for nothing.
	 * @param int                        $quiet_period_seconds         Sent this long after the last change; 0 for immediately.
	 * @param int                        $maximum_wait_seconds         Sent at the latest this long after the first change.
	 * @param bool                       $hold                         Whether changes are saved but not sent until a user runs an action.
	 * @param int                        $refresh_quiet_period_seconds Of the refresh lane.
	 * @param int                        $refresh_maximum_wait_seconds Of the refresh lane; a refresh that still fails then is replaced by a stronger action.
	 */
	public function __construct(
		public readonly array $policy,
		public readonly int $quiet_period_seconds = self::DEFAULT_QUIET_PERIOD_SECONDS,
		public readonly int $maximum_wait_seconds = self::DEFAULT_MAXIMUM_WAIT_SECONDS,
		public readonly bool $hold = false,
		public readonly int $refresh_quiet_period_seconds = self::DEFAULT_REFRESH_QUIET_PERIOD_SECONDS,
		public readonly int $refresh_maximum_wait_seconds = self::DEFAULT_REFRESH_MAXIMUM_WAIT_SECONDS,
	) {}

	public function quiet_period_ms( Lane $lane ): int {
		return 1000 * ( Lane::Refresh === $lane ? $this->refresh_quiet_period_seconds : $this->quiet_period_seconds );
	}

	public function maximum_wait_ms( Lane $lane ): int {
		return 1000 * ( Lane::Refresh === $lane ? $this->refresh_maximum_wait_seconds : $this->maximum_wait_seconds );
	}

	/**
	 * Reads a stored or submitted array. A missing or invalid field becomes its default.
	 *
	 * @param mixed $stored Shape as `to_array()` writes it.
	 */
	public static function from_array( mixed $stored ): self {
		$stored = is_array( $stored ) ? $stored : array();
		$given  = is_array( $stored['policy'] ?? null ) ? $stored['policy'] : array();
		$policy = array();
		foreach ( self::SOURCES as $source ) {
			$wanted            = $given[ $source ] ?? ( in_array( $source, self::NONE_BY_DEFAULT, true ) ? 'none' : Action::Rebuild->value );
			$policy[ $source ] = is_string( $wanted ) && 'none' !== $wanted ? ( Action::tryFrom( $wanted ) ?? Action::Rebuild ) : null;
		}
		return new self(
			$policy,
			self::seconds( $stored['quietPeriodSeconds'] ?? null, self::DEFAULT_QUIET_PERIOD_SECONDS ),
			self::seconds( $stored['maximumWaitSeconds'] ?? null, self::DEFAULT_MAXIMUM_WAIT_SECONDS ),
			true === ( $stored['hold'] ?? false ),
			self::seconds( $stored['refreshQuietPeriodSeconds'] ?? null, self::DEFAULT_REFRESH_QUIET_PERIOD_SECONDS ),
			self::seconds( $stored['refreshMaximumWaitSeconds'] ?? null, self::DEFAULT_REFRESH_MAXIMUM_WAIT_SECONDS ),
		);
	}

	/**
	 * @return array{policy: array<string, string>, quietPeriodSeconds: int, maximumWaitSeconds: int, hold: bool, refreshQuietPeriodSeconds: int, refreshMaximumWaitSeconds: int}
	 */
	public function to_array(): array {
		return array(
			'policy'                    => array_map( static fn( ?Action $action ): string => null === $action ? 'none' : $action->value, $this->policy ),
			'quietPeriodSeconds'        => $this->quiet_period_seconds,
			'maximumWaitSeconds'        => $this->maximum_wait_seconds,
			'hold'                      => $this->hold,
			'refreshQuietPeriodSeconds' => $this->refresh_quiet_period_seconds,
			'refreshMaximumWaitSeconds' => $this->refresh_maximum_wait_seconds,
		);
	}

	private static function seconds( mixed $value, int $fallback ): int {
		return is_numeric( $value ) ? max( 0, min( self::MAX_WAIT_SECONDS, (int) $value ) ) : $fallback;
	}
}
