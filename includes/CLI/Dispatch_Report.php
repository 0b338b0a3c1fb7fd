<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Http\Call;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Network;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run_Filter;
use HeadlessDeploy\Runs\Run_Log;

/**
 * Records the calls of another caller, and reports them with their results from the log.
 */
final class Dispatch_Report implements Caller {
	/**
	 * @var list<array{int, Environment, Action, Response}> Site and call.
	 */
	private array $calls = array();

	public function __construct(
		private readonly Caller $caller,
		private readonly Run_Log $log,
	) {}

	public function prepare( string $environment_id, Action $action, int $run_id ): Call {
		$call = $this->caller->prepare( $environment_id, $action, $run_id );
		return new Call( function ( Environment $environment ) use ( $call, $action ): Response {
			$response      = $call->send( $environment );
			$this->calls[] = array( get_current_blog_id(), $environment, $action, $response );
			return $response;
		} );
	}

	/**
	 * Returns a line for each call since the last report.
	 *
	 * @return list<string>
	 */
	public function take_lines(): array {
		$calls       = $this->calls;
		$this->calls = array();
		return array_map( fn( array $call ): string => $this->line( ...$call ), $calls );
	}

	private function line( int $blog_id, Environment $environment, Action $action, Response $response ): string {
		$run     = $this->run( $blog_id, $environment->id, $action );
		$changes = $run->changes ?? 0;
		/* translators: %s: number of changes. */
		$change_count_text = sprintf( _n( '%s change', '%s changes', $changes, 'headless-deploy' ), number_format_i18n( $changes ) );
		$line              = sprintf(
			'%1$s: %2$s, %3$s: %4$s',
			$environment->label,
			$action->label(),
			$change_count_text,
			$this->outcome( $run, $action, $response ),
		);
		return is_multisite() ? (string) preg_replace( '#^https?://#', '', get_home_url( $blog_id ) ) . ': ' . $line : $line;
	}

	private function run( int $blog_id, string $environment_id, Action $action ): ?Run_Record {
		return Network::on_site(
			$blog_id,
			fn(): ?Run_Record => $this->log->page( 1, 1, new Run_Filter( $environment_id, action: $action->value ) )[0] ?? null,
		);
	}

	private function outcome( ?Run_Record $run, Action $action, Response $response ): string {
		if ( $response->is_accepted() ) {
			$text = Action::Refresh === $action
				/* translators: %d: HTTP status. */
				? __( 'The front end accepted the request (HTTP %d).', 'headless-deploy' )
				/* translators: %d: HTTP status. */
				: __( 'The host accepted the request (HTTP %d).', 'headless-deploy' );
			return sprintf( $text, $response->http_status );
		}
		$message = Errors::message( $response->error_code, array( 'status' => (string) $response->http_status ), $action );
		return Run_Status::Retrying === $run?->queue_status ? $message . ' ' . Messages::next_attempt( $run->not_before ) : $message;
	}
}
