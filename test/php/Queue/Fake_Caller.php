<?php
/**
 * A caller that only pretends.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use Closure;
use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Webhooks\Answer;
use HeadlessDeploy\Webhooks\Caller;

/**
 * Remembers what it was asked to call, and answers as the test has said: 200 until then.
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
	 * @var list<Answer>
	 */
	public array $answers = array();

	/**
	 * Happens while a call is made.
	 *
	 * @var (Closure(Environment, Action): void)|null
	 */
	public ?Closure $during = null;

	/**
	 * {@inheritDoc}
	 *
	 * @param Environment $environment The environment.
	 * @param Action      $action      The action.
	 */
	public function call( Environment $environment, Action $action ): Answer {
		$this->calls[] = $environment->id . ' ' . $action->value;
		if ( null !== $this->during ) {
			( $this->during )( $environment, $action );
		}
		return array_shift( $this->answers ) ?? new Answer( 200, '', 12, operation: 'operations/1' );
	}

	/**
	 * Makes the next answer a refusal.
	 *
	 * @param string $code   A code of Errors.
	 * @param int    $status HTTP status.
	 */
	public function refuse( string $code = 'headless_deploy_service_error', int $status = 500 ): void {
		$this->answers[] = new Answer( $status, $code, 12, 'Out of order', '{"message":"Out of order"}' );
	}
}
