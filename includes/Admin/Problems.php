<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Status\Environment_Status;
use HeadlessDeploy\Status\Scheduler_Status;
use HeadlessDeploy\Status\Scheduler_Text;
use HeadlessDeploy\Status\Status;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Time_Format;

/**
 * Finds problems in the status that a user must solve. Each has a signature, which changes when something new happens.
 *
 * @phpstan-import-type Entry from Status
 * @phpstan-import-type Scheduler from Scheduler_Status
 * @phpstan-type Problem array{kind: string, signature: string, type: 'error'|'warning', text: string, url: string, link: string}
 */
final class Problems {
	/** Pauses that an administrator must end. */
	private const PAUSES = array( 'copy', 'token', 'key', 'constant' );

	public function __construct(
		private readonly Current_Status $status,
		private readonly Clock $clock = new System_Clock(),
	) {}

	/**
	 * Returns the problems that the current user can solve, each kind once.
	 *
	 * @return list<Problem>
	 */
	public function all(): array {
		$status = $this->status->get();
		if ( null === $status ) {
			return array();
		}
		$found = current_user_can( Capabilities::MANAGE )
			? array( ...array_map( fn( string $reason ): ?array => $this->paused( $reason, $status['environments'] ), self::PAUSES ), $this->scheduler( $status['scheduler'] ) )
			: array();
		return array_values( array_filter( array( ...$found, $this->failed( $status['environments'] ) ) ) );
	}

	/**
	 * Finds environments that are paused for a reason. A confirmed copy is no problem.
	 *
	 * @param  value-of<self::PAUSES> $reason
	 * @param  list<Entry>            $environments
	 * @return Problem|null
	 */
	private function paused( string $reason, array $environments ): ?array {
		$facts = array();
		$texts = array();
		foreach ( $environments as $environment ) {
			$paused = $environment['paused'];
			if ( ( $paused['reason'] ?? '' ) === $reason && true !== ( $paused['copy']['confirmed'] ?? false ) ) {
				$id           = $environment['id'];
				$facts[]      = $id . ( $paused['since'] ?? '' ) . ( 'copy' === $reason ? home_url() : '' );
				$texts[ $id ] = self::text( $environment, $environment['problem']['message'] ?? Time_Format::fill( $environment['detail'], $this->clock->now_ms() ) );
			}
		}
		return array() === $texts ? null : array(
			'kind'      => $reason,
			'signature' => self::sign( $facts ),
			'type'      => 'copy' === $reason ? 'warning' : 'error',
			'text'      => implode( ' ', $texts ),
		) + self::link( $reason, (string) array_key_first( $texts ) );
	}

	/**
	 * Returns the link to the screen that solves the problem.
	 *
	 * @param  value-of<self::PAUSES>           $reason
	 * @param  string                           $id     The first environment concerned.
	 * @return array{url: string, link: string}
	 */
	private static function link( string $reason, string $id ): array {
		return match ( $reason ) {
			'copy'     => array( 'url' => Page::urls()['overview'], 'link' => __( 'Confirm whether this site is a copy', 'headless-deploy' ) ),
			'constant' => array( 'url' => Page::urls()['connections'], 'link' => __( 'View connections', 'headless-deploy' ) ),
			'token', 'key' => array( 'url' => Page::replace_url( $id ), 'link' => __( 'Replace the webhook URL', 'headless-deploy' ) ),
		};
	}

	/**
	 * Finds failed runs. A rejected webhook URL is only for users who may replace it.
	 *
	 * @param  list<Entry>  $environments
	 * @return Problem|null
	 */
	private function failed( array $environments ): ?array {
		$facts = array();
		$texts = array();
		foreach ( $environments as $environment ) {
			$problem   = $environment['problem'];
			$can_solve = true === ( $problem['needsNewUrl'] ?? false ) ? current_user_can( Capabilities::MANAGE ) : '' !== Run_Button::label( Action::Rebuild, $environment );
			if ( Environment_Status::Failed->value === $environment['status'] && null !== $problem && $can_solve ) {
				$facts[] = $environment['id'] . ( $problem['run'] ?? '' );
				$texts[] = self::text( $environment, $problem['message'] );
			}
		}
		return array() === $facts ? null : array(
			'kind'      => 'failed',
			'signature' => self::sign( $facts ),
			'type'      => 'error',
			'text'      => implode( ' ', $texts ),
			'url'       => Page::urls()['overview'],
			'link'      => __( 'View details', 'headless-deploy' ),
		);
	}

	/**
	 * @param  Scheduler    $scheduler
	 * @return Problem|null
	 */
	private function scheduler( array $scheduler ): ?array {
		if ( ! $scheduler['late'] ) {
			return null;
		}
		return array(
			'kind'      => 'scheduler',
			'signature' => self::sign( array( $scheduler['lastRunAt'] ?? '', $scheduler['overdueSince'] ?? '' ) ),
			'type'      => 'warning',
			'text'      => Scheduler_Text::headline() . '. ' . __( 'Add a line to the server’s crontab to fix this.', 'headless-deploy' ),
			'url'       => Page::urls()['connections'],
			'link'      => __( 'View details', 'headless-deploy' ),
		);
	}

	/**
	 * @param Entry $environment
	 */
	private static function text( array $environment, string $message ): string {
		/* translators: 1: name of an environment or a host, 2: its status or problem, for example “Rebuild in 10 s”. */
		return sprintf( __( '%1$s: %2$s', 'headless-deploy' ), $environment['label'], trim( "$message {$environment['remedy']}" ) );
	}

	/**
	 * @param list<string> $facts
	 */
	private static function sign( array $facts ): string {
		return md5( implode( "\n", $facts ) );
	}
}
