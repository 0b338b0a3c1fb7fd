<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Response;

/**
 * Records the calls of another caller, so that a command can report them.
 */
final class Recording_Caller implements Caller {
	/**
	 * @var list<array{blog_id: int, environment: Environment, action: Action, answer: Response}>
	 */
	private array $calls = array();

	public function __construct( private readonly Caller $caller ) {}

	public function call( Environment $environment, Action $action ): Response {
		$answer        = $this->caller->call( $environment, $action );
		$this->calls[] = array(
			'blog_id'     => get_current_blog_id(),
			'environment' => $environment,
			'action'      => $action,
			'answer'      => $answer,
		);
		return $answer;
	}

	/**
	 * @return list<array{blog_id: int, environment: Environment, action: Action, answer: Response}>
	 */
	public function take(): array {
		$calls       = $this->calls;
		$this->calls = array();
		return $calls;
	}
}
