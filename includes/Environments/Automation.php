<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Stored_Value;

/**
 * The automatic runs of an environment: which change starts which action, and how soon it is sent.
 *
 * @phpstan-type Stored array{policy: array<string, string>, quietPeriodSeconds: int, maximumWaitSeconds: int, hold: bool, refreshQuietPeriodSeconds: int, refreshMaximumWaitSeconds: int}
 */
final class Automation {
	private const DEFAULT_QUIET_PERIOD_SECONDS = 10;
	private const DEFAULT_MAXIMUM_WAIT_SECONDS = 120;

	private const DEFAULT_REFRESH_QUIET_PERIOD_SECONDS = 1;
	private const DEFAULT_REFRESH_MAXIMUM_WAIT_SECONDS = 5;

	public const MAX_WAIT_SECONDS = 3600;

	/**
	 * The source of requests of other code. They are not changes, so only the policy decides on them.
	 */
	public const REQUEST = 'request';

	/**
	 * Sources of changes: the keys of the policy.
	 */
	public const SOURCES = array(
		'content',
		'terms',
		'files',
		'authors',
		'comments',
		'menus',
		'templates',
		'styles',
		'options',
		'theme',
		'acf',
		self::REQUEST,
	);

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
	 * Returns the schema of what is stored. An action of a newer version is read as Rebuild.
	 */
	public static function stored(): Json_Schema {
		static $schema = null;
		$action        = static fn( string $source ): Json_Schema => Json_Schema::text()->with(
			default: in_array( $source, self::NONE_BY_DEFAULT, true ) ? 'none' : Action::Rebuild->value,
		);
		$seconds = static fn( int $default ): Json_Schema => Json_Schema::integer()->with(
			minimum: 0,
			maximum: self::MAX_WAIT_SECONDS,
			default: $default,
		);
		return $schema ??= Json_Schema::partial(
			policy: Json_Schema::partial( ...array_combine( self::SOURCES, array_map( $action, self::SOURCES ) ) ),
			quietPeriodSeconds: $seconds( self::DEFAULT_QUIET_PERIOD_SECONDS ),
			maximumWaitSeconds: $seconds( self::DEFAULT_MAXIMUM_WAIT_SECONDS ),
			hold: Json_Schema::boolean(),
			refreshQuietPeriodSeconds: $seconds( self::DEFAULT_REFRESH_QUIET_PERIOD_SECONDS ),
			refreshMaximumWaitSeconds: $seconds( self::DEFAULT_REFRESH_MAXIMUM_WAIT_SECONDS ),
		);
	}

	/**
	 * Reads a stored or submitted array. A missing or invalid field becomes its default.
	 */
	public static function from_array( mixed $stored ): self {
		/** @var Stored $clean */
		$clean = Stored_Value::read( self::stored(), $stored );
		return self::from_stored( $clean );
	}

	/**
	 * @param Stored $stored As the schema describes it.
	 */
	public static function from_stored( array $stored ): self {
		return new self(
			array_map(
				static fn( string $action ): ?Action => 'none' === $action ? null : Action::tryFrom( $action ) ?? Action::Rebuild,
				$stored['policy'],
			),
			$stored['quietPeriodSeconds'],
			$stored['maximumWaitSeconds'],
			$stored['hold'],
			$stored['refreshQuietPeriodSeconds'],
			$stored['refreshMaximumWaitSeconds'],
		);
	}

	/**
	 * @return Stored
	 */
	public function to_array(): array {
		return array(
			'policy' => array_map(
				static fn( ?Action $action ): string => null === $action ? 'none' : $action->value,
				$this->policy,
			),
			'quietPeriodSeconds'        => $this->quiet_period_seconds,
			'maximumWaitSeconds'        => $this->maximum_wait_seconds,
			'hold'                      => $this->hold,
			'refreshQuietPeriodSeconds' => $this->refresh_quiet_period_seconds,
			'refreshMaximumWaitSeconds' => $this->refresh_maximum_wait_seconds,
		);
	}
}
