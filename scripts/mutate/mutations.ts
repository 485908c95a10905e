import ts from 'typescript'

/** One small fault: the text between `start` and `end` becomes `to`. */
export interface Mutation {
  file: string
  start: number
  end: number
  from: string
  to: string
  /** The line it begins in, trimmed: names the place though lines move. */
  line: string
  /** The same as the replacement of a whole expression, or of a statement by nothing. */
  whole: { start: number; end: number; to: string; statement: boolean }
  /** Evaluated when the module is loaded, once and for all. */
  atLoad: boolean
}

const SWAPPED: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
  [ts.SyntaxKind.PlusEqualsToken]: '-=',
  [ts.SyntaxKind.LessThanLessThanToken]: '>>',
  [ts.SyntaxKind.GreaterThanGreaterThanToken]: '<<',
}
/** Calls in a chain that narrow or order what comes before them. */
const NARROWING = new Set(['where', 'orderBy', 'filter', 'limit', 'slice', 'trim', 'sort', 'toSorted'])

/** Every mutation of a source file; `texts`: of its schedules, SQL conditions and lists too. */
export function mutationsOf(file: string, text: string, texts: boolean): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Mutation[] = []
  const replace: Replace = (node, to) => {
    const [start, end] = [node.getStart(source), node.getEnd()]
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const line = text.slice(lineStart, text.indexOf('\n', start)).trim()
    const operator = ts.isBinaryExpression(node.parent) && node.parent.operatorToken === node ? node.parent : null
    const template = ts.isTaggedTemplateExpression(node.parent) ? node.parent : null
    const outer = operator ?? template ?? node
    const wholeStart = outer.getStart(source)
    const wholeText = text.slice(wholeStart, start) + to + text.slice(end, outer.getEnd())
    found.push({
      file,
      start,
      end,
      from: text.slice(start, end),
      to,
      line,
      whole: { start: wholeStart, end: outer.getEnd(), to: wholeText, statement: ts.isStatement(node) },
      atLoad: !insideFunction(node),
    })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return
    ofExpression(node, replace)
    ofStatement(node, replace)
    if (texts) ofText(node, replace)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Replace = (node: ts.Node, to: string) => void

function insideFunction(node: ts.Node): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (ts.isFunctionLike(outer) || ts.isPropertyDeclaration(outer)) return true
  }
  return false
}

function ofExpression(node: ts.Node, replace: Replace): void {
  if (ts.isBinaryExpression(node)) {
    const to = SWAPPED[node.operatorToken.kind]
    const joinsText = ts.isStringLiteralLike(node.left) || ts.isStringLiteralLike(node.right)
    if (to && !joinsText) replace(node.operatorToken, to)
    if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) replace(node, node.left.getText())
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    replace(node, node.operand.getText())
  }
  if (ts.isNumericLiteral(node)) replace(node, `(${node.text} + 1)`)
  if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false')
  if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true')
  if (ts.isConditionalExpression(node)) {
    replace(node.condition, 'true')
    replace(node.condition, 'false')
  }
  const chained = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression : null
  if (chained && NARROWING.has(chained.name.text)) replace(node, chained.expression.getText())
}

function ofStatement(node: ts.Node, replace: Replace): void {
  if (ts.isIfStatement(node)) {
    replace(node.expression, 'true')
    replace(node.expression, 'false')
  }
  if (ts.isExpressionStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node)) replace(node, ';')
}

function ofText(node: ts.Node, replace: Replace): void {
  if (ts.isStringLiteral(node) && ts.isArrayLiteralExpression(node.parent)) {
    const others = node.parent.elements.filter((element) => element !== node)
    replace(node.parent, `[${others.map((element) => element.getText()).join(', ')}]`)
  }
  if (ts.isTemplateHead(node) || ts.isNoSubstitutionTemplateLiteral(node)) ofSchedule(node, replace)
  if (ts.isTaggedTemplateExpression(node)) ofSql(node.template, replace)
}

/** Each of the five parts of a schedule, one step on. */
function ofSchedule(node: ts.Node, replace: Replace): void {
  const [all, schedule] = /^`((?:[\d*]+ ){5})/.exec(node.getText()) ?? []
  if (all === undefined || schedule === undefined) return
  const parts = schedule.trim().split(' ')
  for (const index of parts.keys()) {
    const next = parts.map((part, i) => (i !== index ? part : part === '*' ? '1' : String((Number(part) + 1) % 60)))
    replace(node, `\`${next.join(' ')} ${node.getText().slice(all.length)}`)
  }
}

/** Each condition of a query that stands on lines of its own, left out. */
function ofSql(template: ts.TemplateLiteral, replace: Replace): void {
  const text = template.getText()
  for (const { index, 0: line } of text.matchAll(/^[ \t]*(?:and|or) .*$/gm)) {
    const open = (line.match(/\(/g) ?? []).length - (line.match(/\)/g) ?? []).length
    const rest = text.slice(index + line.length)
    // One that goes on until its brackets are closed.
    const more = open > 0 ? (/^[^)]*\){1}/.exec(rest)?.[0].length ?? 0) : 0
    replace(template, text.slice(0, index) + rest.slice(more))
  }
}
