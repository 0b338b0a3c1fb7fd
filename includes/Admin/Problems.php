<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Status\Environment_Status;
use HeadlessDeploy\Status\Scheduler;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Time_Format;

/**
 * Finds problems in the status that a user must solve. Each has a signature, which changes when something new happens.
 *
 * @phpstan-type Problem array{kind: string, signature: string, type: 'error'|'warning', text: string, url: string, link: string}
 */
final class Problems {
	/** Pauses that an administrator must end. */
	private const PAUSES = array( Pause_Reason::Copy, Pause_Reason::Token, Pause_Reason::Key, Pause_Reason::Constant );

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
			? array(
				...array_map( fn( Pause_Reason $reason ): ?array => $this->paused( $reason, $status->environments ), self::PAUSES ),
				self::scheduler( $status->scheduler ),
			)
			: array();
		return array_values( array_filter( array( ...$found, self::failed( $status->environments ) ) ) );
	}

	/**
	 * Finds environments that are paused for a reason. A confirmed copy is not a problem.
	 *
	 * @param  list<Environment_Entry> $environments
	 * @return Problem|null
	 */
	private function paused( Pause_Reason $reason, array $environments ): ?array {
		$facts = array();
		$texts = array();
		foreach ( $environments as $entry ) {
			$pause        = $entry->permission->pause;
			$is_confirmed = Pause_Reason::Copy === $reason && Pause_Reason::Copy === $entry->environment->paused?->reason;
			if ( $reason === $pause?->reason && ! $is_confirmed ) {
				$id           = $entry->environment->id;
				$facts[]      = $id . $pause->since . ( Pause_Reason::Copy === $reason ? home_url() : '' );
				$texts[ $id ] = self::text( $entry, $entry->problem->message ?? Time_Format::fill( $entry->summary->detail, $this->clock->now_ms() ) );
			}
		}
		return array() === $texts ? null : array(
			'kind'      => $reason->value,
			'signature' => self::sign( $facts ),
			'type'      => Pause_Reason::Copy === $reason ? 'warning' : 'error',
			'text'      => implode( ' ', $texts ),
		) + self::link( $reason, (string) array_key_first( $texts ) );
	}

	/**
	 * Returns the link to the screen that solves the problem.
	 *
	 * @param  string                           $id The first environment concerned.
	 * @return array{url: string, link: string}
	 */
	private static function link( Pause_Reason $reason, string $id ): array {
		return match ( $reason ) {
			Pause_Reason::Copy => array(
				'url'  => Page::urls()['overview'],
				'link' => Page::copy_label(),
			),
			Pause_Reason::Constant => array( 'url' => Page::urls()['connections'], 'link' => __( 'View connections', 'headless-deploy' ) ),
			default                => array( 'url' => Page::replace_url( $id ), 'link' => Page::replace_label() ),
		};
	}

	/**
	 * Finds failed runs. A rejected webhook URL is only for users who may replace it.
	 *
	 * @param  list<Environment_Entry> $environments
	 * @return Problem|null
	 */
	private static function failed( array $environments ): ?array {
		$facts = array();
		$texts = array();
		foreach ( $environments as $entry ) {
			$problem   = $entry->problem;
			$can_solve = true === $problem?->needs_new_url
				? current_user_can( Capabilities::MANAGE )
				: '' !== $entry->button_label( Action::Rebuild );
			if ( Environment_Status::Failed === $entry->status && null !== $problem && $can_solve ) {
				$facts[] = $entry->environment->id . $problem->run;
				$texts[] = self::text( $entry, $problem->message );
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
	 * @return Problem|null
	 */
	private static function scheduler( Scheduler $scheduler ): ?array {
		if ( ! $scheduler->is_late() ) {
			return null;
		}
		return array(
			'kind'      => 'scheduler',
			'signature' => self::sign( array( (string) $scheduler->last_run_at, (string) $scheduler->overdue_since ) ),
			'type'      => 'warning',
			'text'      => Scheduler::headline() . '. ' . __( 'Add a line to the server’s crontab to fix this.', 'headless-deploy' ),
			'url'       => Page::urls()['connections'],
			'link'      => __( 'View details', 'headless-deploy' ),
		);
	}

	private static function text( Environment_Entry $entry, string $message ): string {
		/* translators: 1: name of an environment or a host, 2: its status or problem, for example “Rebuild in 10 s”. */
		return sprintf( __( '%1$s: %2$s', 'headless-deploy' ), $entry->environment->label, trim( "$message {$entry->remedy}" ) );
	}

	/**
	 * @param list<string> $facts
	 */
	private static function sign( array $facts ): string {
		return md5( implode( "\n", $facts ) );
	}
}
