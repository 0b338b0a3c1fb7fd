<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Notifications\Notification_Store;
use HeadlessDeploy\Notifications\Notification_View;
use HeadlessDeploy\Notifications\Stored_Notifications;
use HeadlessDeploy\Queue\Due_Time;
use HeadlessDeploy\Queue\Run_Status;

/**
 * The tests of runs, and of the messages about them.
 */
final class Run_Checks {
	/**
	 * Average over a day. More indicates a plugin that writes constantly.
	 */
	private const MAX_RUNS_PER_HOUR = 6;

	public static function overdue( Health_Facts $facts ): Result {
		$overdue = self::overdue_lines( $facts );
		if ( array() === $overdue ) {
			return ( new Result(
				Result::GOOD,
				__( 'No run is overdue', 'headless-deploy' ),
			) )->add_text( __( 'All due runs were sent.', 'headless-deploy' ) );
		}
		return ( new Result( Result::CRITICAL, __( 'Runs are overdue', 'headless-deploy' ) ) )
			->add_text( __( 'These runs are due but were not sent. The front end shows outdated content.', 'headless-deploy' ) )
			->add_list( $overdue )
			->add_text( __( 'Open the Overview page to send them. If this happens again, WP-Cron is not running: see the test “Background tasks” on the Site Health page.', 'headless-deploy' ) )
			->add_link( __( 'Send them now', 'headless-deploy' ), 'overview' );
	}

	/**
	 * @return list<string>
	 */
	private static function overdue_lines( Health_Facts $facts ): array {
		$now         = $facts->now();
		$permissions = $facts->permissions();
		$lines       = array();
		foreach ( $facts->lanes() as $lane ) {
			$permission = $permissions[ $lane->key->environment_id ] ?? null;
			$due        = Due_Time::overdue_since( array( $lane ), $permissions, $now );
			if ( null !== $permission && null !== $due ) {
				$action  = null === $lane->unfinished ? $lane->action : $lane->unfinished->action->stronger( $lane->action );
				$lines[] = sprintf(
					/* translators: 1: label of an environment. 2: name of an action. 3: for example 20 minutes ago. */
					__( '%1$s: %2$s was due %3$s.', 'headless-deploy' ),
					$permission->environment->label,
					$action->label(),
					$facts->ago( $due ),
				);
			}
		}
		return $lines;
	}

	/**
	 * Tests for failed and retried runs, for paused environments, for refresh URLs to which nothing can be sent, and for
	 * refresh secrets that the front end does not know yet.
	 */
	public static function last_runs( Health_Facts $facts ): Result {
		$found = array_merge(
			self::paused( $facts ),
			self::retrying( $facts ),
			self::ended_runs( $facts ),
			self::too_many_runs( $facts ),
			self::unusable_refresh_urls( $facts ),
			self::unused_refresh_secrets( $facts ),
		);
		$status = Result::most_severe( array_column( $found, 0 ) );
		$result = match ( $status ) {
			Result::CRITICAL    => new Result( $status, __( 'Runs fail', 'headless-deploy' ) ),
			Result::RECOMMENDED => new Result( $status, __( 'Runs need attention', 'headless-deploy' ) ),
			default             => ( new Result(
				$status,
				__( 'The last runs succeeded', 'headless-deploy' ),
			) )->add_text( self::summary( $facts ) ),
		};
		$result->add_list( array_column( $found, 1 ) );
		return array() === $found
			? $result
			: $result->add_link( __( 'View activity log', 'headless-deploy' ), 'activity' )->add_link(
				__( 'View connections', 'headless-deploy' ),
				'connections',
			);
	}

	/**
	 * Returns status and text for each environment with too many automatic runs, usually because of a value that a
	 * plugin writes constantly.
	 *
	 * @return list<array{string, string}>
	 */
	private static function too_many_runs( Health_Facts $facts ): array {
		$permissions = $facts->permissions();
		$found       = array();
		foreach ( $facts->automatic_runs() as $id => $runs ) {
			if ( isset( $permissions[ $id ] ) && $runs > self::MAX_RUNS_PER_HOUR * 24 ) {
				$found[] = array(
					Result::RECOMMENDED,
					sprintf(
						/* translators: 1: label of an environment. 2: number of runs. 3: number of runs an hour. */
						__( '%1$s: %2$s automatic runs in the last 24 hours, more than %3$s per hour on average. Check the activity log for what changed, then ignore that meta key or set a longer quiet period under Automation.', 'headless-deploy' ),
						$permissions[ $id ]->environment->label,
						number_format_i18n( $runs ),
						number_format_i18n( self::MAX_RUNS_PER_HOUR ),
					),
				);
			}
		}
		return $found;
	}

	/**
	 * Returns status and text for each refresh URL to which nothing can be sent.
	 *
	 * @return list<array{string, string}>
	 */
	private static function unusable_refresh_urls( Health_Facts $facts ): array {
		$found = array();
		foreach ( $facts->permissions() as $permission ) {
			$refresh = $permission->environment->refresh;
			if ( null === $refresh || '' === $refresh->url || $refresh->is_usable() ) {
				continue;
			}
			$text = 0 === $refresh->gone_at
				/* translators: %s: label of an environment. */
				? __( '%s: the refresh URL has no secret, so changes are deployed by another action. Generate a secret under Connections.', 'headless-deploy' )
				/* translators: %s: label of an environment. */
				: __( '%s: the front end responded to a refresh request with HTTP 410, so changes are deployed by another action. Check the refresh URL under Connections and save it.', 'headless-deploy' );
			$found[] = array( Result::RECOMMENDED, sprintf( $text, $permission->environment->label ) );
		}
		return $found;
	}

	/**
	 * Returns status and text for each refresh secret that the front end has not accepted yet.
	 *
	 * @return list<array{string, string}>
	 */
	private static function unused_refresh_secrets( Health_Facts $facts ): array {
		$found = array();
		foreach ( $facts->permissions() as $permission ) {
			$refresh = $permission->environment->refresh;
			$text    = null === $refresh || $permission->is_blocked() ? '' : $refresh->secret_problem( $facts->now() );
			if ( '' !== $text ) {
				/* translators: 1: name of an environment or a host, 2: its status or problem, for example “Rebuild in 10 s”. */
				$found[] = array( Result::RECOMMENDED, sprintf( __( '%1$s: %2$s', 'headless-deploy' ), $permission->environment->label, $text ) );
			}
		}
		return $found;
	}

	private static function summary( Health_Facts $facts ): string {
		$ended = $facts->ended_runs();
		return array() === $ended
			? __( 'No run has been sent yet.', 'headless-deploy' )
			/* translators: %s: for example 5 minutes ago. */
			: sprintf( __( 'The last run was sent %s.', 'headless-deploy' ), $facts->ago( $ended[0]->created_at ) );
	}

	/**
	 * Returns status and text for each paused environment. `Site_Checks` covers the other reasons.
	 *
	 * @return list<array{string, string}>
	 */
	private static function paused( Health_Facts $facts ): array {
		$found = array();
		foreach ( $facts->permissions() as $permission ) {
			$status = match ( $permission->pause?->reason ) {
				Pause_Reason::Token, Pause_Reason::Constant, Pause_Reason::Unknown => Result::CRITICAL,
				Pause_Reason::Person => Result::RECOMMENDED,
				default              => null,
			};
			$text = Pause_Text::of( $permission );
			if ( null !== $status && null !== $text ) {
				$found[] = array(
					$status,
					/* translators: 1: name of an environment or a host, 2: its status or problem, for example “Rebuild in 10 s”. */
					sprintf( __( '%1$s: %2$s', 'headless-deploy' ), $permission->environment->label, trim( "{$text->message()} {$text->remedy()}" ) ),
				);
			}
		}
		return $found;
	}

	/**
	 * @return list<array{string, string}>
	 */
	private static function retrying( Health_Facts $facts ): array {
		$permissions = $facts->permissions();
		$found       = array();
		foreach ( $facts->lanes() as $lane ) {
			$permission = $permissions[ $lane->key->environment_id ] ?? null;
			if ( null === $permission || true !== $lane->unfinished?->is_retrying || $permission->is_paused() ) {
				continue;
			}
			$attempts = $lane->unfinished->attempts;
			$count    = $attempts->count();
			$code     = $attempts->last_error();
			$found[]  = array(
				Result::RECOMMENDED,
				sprintf(
					self::retry_text( $lane->unfinished->action, $count ),
					$permission->environment->label,
					number_format_i18n( $count ),
					'' === $code ? '' : Errors::message( $code, array(), $lane->unfinished->action ),
				),
			);
		}
		return $found;
	}

	private static function retry_text( Action $action, int $failed_attempts ): string {
		return match ( $action ) {
			/* translators: 1: label of an environment. 2: number of attempts. 3: what went wrong. */
			Action::Rebuild => _n( '%1$s: Rebuild will be retried after %2$s failed attempt. %3$s', '%1$s: Rebuild will be retried after %2$s failed attempts. %3$s', $failed_attempts, 'headless-deploy' ),
			/* translators: 1: label of an environment. 2: number of attempts. 3: what went wrong. */
			Action::CleanRebuild => _n( '%1$s: Clean Rebuild will be retried after %2$s failed attempt. %3$s', '%1$s: Clean Rebuild will be retried after %2$s failed attempts. %3$s', $failed_attempts, 'headless-deploy' ),
			/* translators: 1: label of an environment. 2: number of attempts. 3: what went wrong. */
			Action::PurgeCache => _n( '%1$s: Purge Cache will be retried after %2$s failed attempt. %3$s', '%1$s: Purge Cache will be retried after %2$s failed attempts. %3$s', $failed_attempts, 'headless-deploy' ),
			/* translators: 1: label of an environment. 2: number of attempts. 3: what went wrong. */
			Action::Refresh => _n( '%1$s: Refresh will be retried after %2$s failed attempt. %3$s', '%1$s: Refresh will be retried after %2$s failed attempts. %3$s', $failed_attempts, 'headless-deploy' ),
		};
	}

	/**
	 * Returns status and text for each lane whose last run failed or has a warning.
	 *
	 * @return list<array{string, string}>
	 */
	private static function ended_runs( Health_Facts $facts ): array {
		$permissions = $facts->permissions();
		$found       = array();
		foreach ( $facts->ended_runs() as $run ) {
			$permission  = $permissions[ $run->key->environment_id ] ?? null;
			$has_problem = $run->is_call_failed() || ( Run_Status::Accepted === $run->queue_status && Response::WARNING === $run->error_code );
			if ( $permission instanceof Send_Permission && $has_problem ) {
				$found[] = array(
					$run->is_call_failed() ? Result::CRITICAL : Result::RECOMMENDED,
					sprintf(
						/* translators: 1: label of an environment. 2: name of an action. 3: for example 5 minutes ago. 4: what went wrong and what to do. */
						__( '%1$s: %2$s, %3$s: %4$s', 'headless-deploy' ),
						$permission->environment->label,
						$run->action->label(),
						$facts->ago( $run->created_at ),
						Errors::message( $run->error_code, array( 'status' => (string) $run->http_status ), $run->action ),
					),
				);
			}
		}
		return $found;
	}

	/**
	 * Tests whether the last messages about failed deployments were sent.
	 */
	public static function notifications( Notification_Store $store, Notification_View $view ): Result {
		$link = __( 'View notifications', 'headless-deploy' );
		if ( ! Stored_Notifications::is_on( $store->get() ) ) {
			return ( new Result( Result::GOOD, __( 'Notifications are off', 'headless-deploy' ) ) )
				->add_text( __( 'No message is sent when deployments fail. Choose recipients or a chat under Automation.', 'headless-deploy' ) )
				->add_link( $link, 'automation' );
		}
		$failed = array_filter( $view->results(), static fn( array $result ): bool => ! $result['isSent'] );
		if ( array() === $failed ) {
			return ( new Result( Result::GOOD, __( 'Notifications are sent', 'headless-deploy' ) ) )
				->add_text( __( 'Users are notified when deployments fail. No message has failed.', 'headless-deploy' ) );
		}
		return ( new Result( Result::RECOMMENDED, __( 'A notification could not be sent', 'headless-deploy' ) ) )
			->add_list( array_values( array_map(
				/* translators: 1: name of an environment or a host, 2: its status or problem, for example “Rebuild in 10 s”. */
				static fn( array $result ): string => sprintf( __( '%1$s: %2$s', 'headless-deploy' ), $result['channel'], $result['message'] ),
				$failed,
			) ) )
			->add_link( $link, 'automation' );
	}
}
