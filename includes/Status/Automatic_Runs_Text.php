<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Decision;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Runs\Change_Summary;
use HeadlessDeploy\Time_Format;

/**
 * Says what holding or pausing an environment means now, and what follows when a user decides about it. It names what
 * happens, for example “Deploying 1 change”, and never a result, which is not known yet.
 */
final class Automatic_Runs_Text {
	/**
	 * @param list<Pending_Run> $pending Pending runs, the build lane first.
	 * @param string            $refused Why the host does not accept the stored webhook URL, a code of Errors; empty if it does.
	 */
	private function __construct(
		private readonly Send_Permission $permission,
		private readonly array $pending,
		private readonly string $refused,
	) {}

	/**
	 * @param list<Lane_Status> $lanes The build lane first.
	 */
	public static function of( Send_Permission $permission, array $lanes, int $now ): self {
		$pending = array_values( array_filter( array_column( $lanes, 'pending' ) ) );
		return new self( $permission, $pending, Environment_Problem::refused_url( $lanes, $pending, $permission->connected_at( $now ) ) );
	}

	/**
	 * Says that changes are held, and what to do.
	 */
	public function held(): string {
		return array() === $this->held_runs()
			? __( 'New changes are held until a user deploys them.', 'headless-deploy' )
			: trim( __( 'Changes are held.', 'headless-deploy' ) . ' ' . $this->next_step() );
	}

	/**
	 * Says who can deploy held changes, and how; empty without held changes, and while no run can reach the host.
	 */
	public function next_step(): string {
		$run = $this->held_runs()[0] ?? null;
		if ( null === $run || $this->permission->is_blocked() || $this->is_refused( $run->lane ) ) {
			return '';
		}
		return $this->permission->may_run( $run->action )
			/* translators: %s: an action, for example “Rebuild”. */
			? sprintf( __( 'Press %s to deploy.', 'headless-deploy' ), $run->action->label() )
			/* translators: %s: an action, for example “Rebuild”. */
			: sprintf( __( 'Another user has to press %s to deploy.', 'headless-deploy' ), $run->action->label() );
	}

	/**
	 * Returns the label of the button that ends the hold.
	 */
	public function release_label(): string {
		$count = Pending_Run::distinct_changes( array_filter(
			$this->held_runs(),
			fn( Pending_Run $run ): bool => in_array( $this->permission->pause?->reason, array( null, Pause_Reason::Token ), true )
				&& ! $this->is_refused( $run->lane ),
		) );
		return 0 === $count
			? __( 'Stop holding', 'headless-deploy' )
			/* translators: %s: for example “3 changes”. */
			: sprintf( __( 'Stop holding and deploy %s', 'headless-deploy' ), Change_Summary::count( $count ) );
	}

	/**
	 * Returns the label of the button that ends the pause of a user.
	 */
	public function resume_label(): string {
		$count = Pending_Run::distinct_changes( array_filter(
			$this->pending,
			fn( Pending_Run $run ): bool => ! $run->is_held && ! $this->is_refused( $run->lane ),
		) );
		return 0 === $count
			? __( 'Resume', 'headless-deploy' )
			/* translators: %s: for example “3 changes”. */
			: sprintf( __( 'Resume and deploy %s', 'headless-deploy' ), Change_Summary::count( $count ) );
	}

	/**
	 * Says what follows from a decision that was made just now.
	 */
	public function after( Decision $decision, int $now ): string {
		return match ( $decision ) {
			Decision::Hold         => $this->held(),
			Decision::Pause        => __( 'New changes are saved but not deployed.', 'headless-deploy' ),
			Decision::Confirm_Copy => __( 'This copy does not deploy changes.', 'headless-deploy' ),
			Decision::Release      => $this->automatic_runs( __( 'Changes are no longer held.', 'headless-deploy' ), $now ),
			Decision::Resume       => $this->automatic_runs( __( 'Resumed.', 'headless-deploy' ), $now ),
			Decision::Restore      => $this->restored( $now ),
			Decision::Confirm_Move => $this->automatic_runs( __( 'The new address of this site is confirmed.', 'headless-deploy' ), $now ),
		};
	}

	/**
	 * Changes are recorded only for connected environments.
	 */
	private function restored( int $now ): string {
		/* translators: %s: name of an environment. */
		$restored = sprintf( __( '“%s” was restored.', 'headless-deploy' ), $this->permission->environment->label );
		return trim( $restored . ' ' . $this->deploying( $now ) ) . ' ' . __( 'Press Rebuild to include changes that were saved while it was removed.', 'headless-deploy' );
	}

	/**
	 * @param string $done What the user ended, for the case that something else still prevents automatic runs.
	 */
	private function automatic_runs( string $done, int $now ): string {
		$obstacle = match ( true ) {
			null !== $this->permission->pause                => (string) Pause_Text::of( $this->permission )?->message(),
			'' !== $this->refused                            => Errors::for_reader( $this->refused ),
			$this->permission->environment->automation->hold => $this->held(),
			default                                          => '',
		};
		$deploying = $this->deploying( $now );
		if ( '' !== $obstacle ) {
			return implode( ' ', array_filter( array( $done, $deploying, $obstacle ), static fn( string $sentence ): bool => '' !== $sentence ) );
		}
		if ( array() === array_merge( ...array_map( $this->permission->environment->actions_for_change( ... ), Automation::SOURCES ) ) ) {
			return trim( "$done $deploying" );
		}
		return trim( $deploying . ' ' . __( 'New changes deploy automatically.', 'headless-deploy' ) );
	}

	/**
	 * Names the changes that are sent now or at a time that is known; empty if there are none.
	 */
	private function deploying( int $now ): string {
		$runs  = array_filter( $this->pending, fn( Pending_Run $run ): bool => $run->counts_down() && ! $this->is_refused( $run->lane ) );
		$count = Pending_Run::distinct_changes( $runs );
		if ( 0 === $count || array() === $runs ) {
			return '';
		}
		$due = min( array_map( static fn( Pending_Run $run ): int => $run->sent_at() ?? $now, $runs ) );
		return $due <= $now
			/* translators: %s: for example “3 changes”. */
			? sprintf( __( 'Deploying %s.', 'headless-deploy' ), Change_Summary::count( $count ) )
			/* translators: 1: for example “3 changes”, 2: time that is left, for example “8 s”. */
			: sprintf( __( 'Deploying %1$s in %2$s.', 'headless-deploy' ), Change_Summary::count( $count ), Time_Format::remaining( $due - $now ) );
	}

	/**
	 * A refresh is sent to the front end and needs no webhook URL.
	 */
	private function is_refused( Lane $lane ): bool {
		return Lane::Refresh !== $lane && ( '' !== $this->refused || Pause_Reason::Token === $this->permission->pause?->reason );
	}

	/**
	 * @return list<Pending_Run>
	 */
	private function held_runs(): array {
		return array_values( array_filter( $this->pending, static fn( Pending_Run $run ): bool => $run->is_held ) );
	}
}
