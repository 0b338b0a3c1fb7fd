<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Http\Call;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Response;

/**
 * Records the calls and returns the answers that the test set; 200 when none is left.
 */
final class Fake_Caller implements Caller {
	/**
	 * Calls, as `environment action`.
	 *
	 * @var list<string>
	 */
	public array $calls = array();

	/**
	 * The next answers; when there are none left, 200.
	 *
	 * @var list<Response>
	 */
	public array $answers = array();

	/**
	 * Runs during each call.
	 *
	 * @var (Closure(Environment, Action): void)|null
	 */
	public ?Closure $during = null;

	/**
	 * Runs during the next call only.
	 */
	public ?Closure $during_next = null;

	public function prepare( string $environment_id, Action $action, int $run_id ): Call {
		return new Call( fn( Environment $environment ): Response => $this->answer( $environment, $action ) );
	}

	private function answer( Environment $environment, Action $action ): Response {
		$this->calls[]     = $environment->id . ' ' . $action->value;
		$work              = $this->during_next ?? $this->during;
		$this->during_next = null;
		if ( null !== $work ) {
			$work( $environment, $action );
		}
		return array_shift( $this->answers ) ?? new Response( 200, '', 12, operation: 'operations/1' );
	}

	/**
	 * Makes the next answer a refusal, by default a permanent one.
	 */
	public function refuse( string $code = 'headless_deploy_bad_request', int $status = 422 ): void {
		$this->answers[] = new Response( $status, $code, 12, 'Out of order', '{"message":"Out of order"}' );
	}

	public function break_down( int $times = 1 ): void {
		for ( $time = 0; $time < $times; $time++ ) {
			$this->refuse( 'headless_deploy_service_error', 500 );
		}
	}

	public function refuse_token( int $times = 1 ): void {
		for ( $time = 0; $time < $times; $time++ ) {
			$this->refuse( 'headless_deploy_token_refused', 403 );
		}
	}
}
