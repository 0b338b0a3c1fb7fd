<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Option_Row;

/**
 * Creates the processes that save settings.
 */
final class Settings_Processes {
	public const REFRESH_URL = 'https://www.example.test/refresh';

	/**
	 * @var array<string, array<string, mixed>>
	 */
	private array $missing = array();

	public function __construct(
		private readonly World $world,
		private readonly Entry_Points $entry_points,
	) {}

	public function set( string $environment, string $what ): Process {
		$work = static fn( Environments $all ): mixed => match ( $what ) {
			'hold'    => $all->hold( $environment, true ),
			'release' => $all->hold( $environment, false ),
			'pause'   => $all->pause( $environment, Pause_Reason::Person ),
			'resume'  => $all->resume( $environment ),
			'copy'    => $all->pause( $environment, Pause_Reason::Copy ),
			'move'    => $all->confirm_move( $environment ),
			'refresh' => $all->update( $environment, Environment_Input::from_body( array( 'refreshUrl' => self::REFRESH_URL ) ) ),
			// The general settings are stored with the routing, which the environments write too.
			'general' => ( new Routing() )->save_general( array( 'ignoredMeta' => array( '_' . bin2hex( random_bytes( 4 ) ) ) ) ),
			default   => $all->update( $environment, Environment_Input::from_body( array( 'webhookUrl' => self::url( $environment ) . '?token=' . bin2hex( random_bytes( 16 ) ) ) ) ),
		};
		return $this->entry_points->process( "settings of $environment: $what", fn(): mixed => $work( $this->entry_points->environments() ) );
	}

	public function remove( string $environment ): Process {
		++$this->world->removals;
		return $this->entry_points->process(
			"remove $environment",
			function () use ( $environment ): void {
				if ( $this->entry_points->environments()->delete( $environment ) instanceof Environment ) {
					$this->entry_points->dispatcher()->end_environment( $environment );
				}
			},
			cancels: true,
		);
	}

	/**
	 * Changes the stored settings like a restored backup: with or without an environment.
	 */
	public function restore( string $environment ): Process {
		$work = function ( array $stored ) use ( $environment ): array {
			$record = $stored['environments'][ $environment ] ?? null;
			if ( null !== $record ) {
				$this->missing[ $environment ] = $record;
				unset( $stored['environments'][ $environment ] );
			} elseif ( isset( $this->missing[ $environment ] ) && ! in_array( $environment, $stored['retired'], true ) ) {
				$stored['environments'][ $environment ] = $this->missing[ $environment ];
			}
			return $stored;
		};
		return $this->entry_points->process( "restore settings with or without $environment", static fn(): mixed => ( new Option_Row( Stored_Environments::OPTION ) )->change( Option_Row::parse( ... ), $work ) );
	}

	public function is_missing( string $environment ): bool {
		$snapshot = new Snapshot( $this->world->database );
		return isset( $this->missing[ $environment ] ) && ! isset( $snapshot->environments[ $environment ] ) && ! isset( $snapshot->retired[ $environment ] );
	}

	public static function url( string $environment ): string {
		$uuid = substr( md5( $environment ), 0, 8 ) . '-0000-4000-8000-000000000000';
		return "https://hosting.example/wh/v1/accounts/acme/apps/site/environments/$uuid/webhooks/webhook:rebuild";
	}
}
