/*
 * The order of what a search of several words finds. It runs in the theme's worker, before the theme's own code: it
 * learns the pages from the index, and sorts the theme's results by how much of the question each page answers.
 */
{
  const INDEX = 0, SEARCH = 2, RESULT = 3  // the theme's types of messages
  /** Words that mean the same in this field, a line each. */
  const SYNONYMS = [
    "image file", "administrator admin",
    "revision edit", "create creation", "delete deletion", "move rename", "log audit", "number count many",
    "multiple several many batch", "authentication login", "amount price",
    "item product", "licence license", "exception error", "parallel concurrent", "genuine valid",
    "source wikitext", "parameter argument", "reply response",
  ]
  const FIELDS = { title: 6, tags: 5, lead: 4, section: 2.5, text: 1 }
  const SYNONYM = 0.4  // what a word of the same meaning counts
  const PAIR = 0.6  // what two words count that stand beside each other
  const THEIRS = 0.35  // what the theme's own first place counts
  const WHOLE = 0.8  // what a keyword counts whose words were all asked for
  const CALLED = 0.15  // what a page counts whose name two words of the question make: "category members"
  const NAMED = 0.5  // what an operation counts that a search begins with: "delete a page"
  const OPERATION = /^reference\/[^/]+\/[^/]+\/[^/]+?(\/|\.html)$/  // addresses of pages about one operation

  /** The part of a word that its forms share: "created", "creates" and "creating" are one. */
  const stem = word => {
    if (word.length < 4 || /\d/.test(word)) return word
    const singular = word.replace(/ies$/, "y").replace(/(ss|x|ch|sh)es$/, "$1").replace(/([^su])s$/, "$1")
    return singular.replace(/(?<=...)(ing|ed|ly|er|ion)$/, "").replace(/([^aeiouls])\1$/, "$1").replace(/(?<=..)e$/, "")
  }
  const stems = text => text.replace(/<[^>]*>/g, " ").replace(/&\w+;/g, " ").toLowerCase()
    .split(/[^\p{L}\p{N}']+/u).filter(word => word).map(word => stem(SAME_WORD.get(word) ?? word))

  const letters = text => stem(text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""))

  const nouns = words => {
    const found = [...new Set(words)].filter(word => !QUESTION.has(word))
    return found.length ? found : words
  }

  /** The words, and each two that stand beside each other. */
  const withPairs = words => {
    const found = words.filter(word => !QUESTION.has(word))
    return [...found, ...found.slice(1).map((word, index) => `${found[index]} ${word}`)]
  }

  const same = new Map()
  for (const line of SYNONYMS) {
    const group = stems(line)
    for (const word of group) same.set(word, new Set([...(same.get(word) ?? []), ...group.filter(other => other !== word)]))
  }

  let pages = new Map(), holders = new Map(), asked = { words: [], names: new Map(), verb: "" }

  /** How much each page is about each of its words. */
  const learn = docs => {
    pages = new Map()
    for (const { location, title, text, words = "", tags = [] } of docs) {
      const [place, section] = location.split("#")
      if (!pages.has(place)) pages.set(place, { words: new Map(), keywords: [], name: "", isOperation: false })
      const page = pages.get(place)
      const weigh = (word, weight) => page.words.set(word, Math.max(page.words.get(word) ?? 0, weight))
      const count = (text, weight) => {
        for (const word of new Set(withPairs(stems(text)))) weigh(word, weight)
      }
      count(title, section ? FIELDS.section : FIELDS.title)
      count(text, section ? FIELDS.text : FIELDS.lead)
      for (const word of stems(words)) weigh(word, FIELDS.text)
      for (const tag of tags) count(tag, FIELDS.tags)
      if (section !== undefined) continue
      page.keywords = [title, ...tags].map(named => nouns(stems(named)))
      page.name = letters(title)
      page.isOperation = OPERATION.test(place)
    }
    holders = new Map()
    for (const { words } of pages.values()) {
      for (const word of words.keys()) holders.set(word, (holders.get(word) ?? 0) + 1)
    }
  }

  const rarity = word => Math.log(1 + pages.size / (1 + (holders.get(word) ?? 0)))
  const saturated = weight => weight / (weight + 4)
  const strength = ({ words }, word) => {
    const own = saturated(words.get(word) ?? 0)
    const others = [...(same.get(word) ?? [])].map(other => saturated(words.get(other) ?? 0))
    return Math.max(own, SYNONYM * Math.max(0, ...others))
  }

  /** Share of each word that is in a keyword whose words, or words that mean the same, were all asked for. */
  const covered = ({ keywords, name }, { words, names }) => {
    const shares = new Map((names.get(name) ?? []).map(word => [word, 1]))
    for (const keyword of keywords) {
      const parts = keyword.map(word => words.includes(word) ? [word, 1] : [words.find(own => same.get(own)?.has(word)), SYNONYM])
      if (parts.some(([word]) => !word)) continue
      for (const [word, share] of parts) shares.set(word, Math.max(share, shares.get(word) ?? 0))
    }
    return shares
  }

  /** Rare words count more than common ones, and a page that has all of them more than one that has one of them often. */
  const score = (page, asked) => {
    const { words, names } = asked
    const shares = covered(page, asked)
    const sum = (parts, share) => parts.reduce((total, part) => total + rarity(part) * share(part), 0)
    const met = sum(words, word => strength(page, word) + WHOLE * (shares.get(word) ?? 0))
    const pairs = sum(withPairs(words).slice(words.length), pair => strength(page, pair))
    const named = page.isOperation && asked.verb === page.name ? NAMED : names.has(page.name) ? CALLED : 0
    return (met + PAIR * pairs) / sum(words, () => 1) + named
  }

  /** Stems of what was searched for, names that two neighbours make in either order, and the verb that it begins with. */
  const meant = query => {
    const text = reworded(query)
    const words = text.split(/[^\p{L}\p{N}']+/u).filter(word => word && !QUESTION.has(word))
    const names = new Map(words.slice(1).flatMap((word, index) => {
      const pair = [words[index], word]
      return [pair, pair.toReversed()].map(parts => [letters(parts.join("")), pair.map(stem)])
    }))
    const isAboutFacts = /^(who|when|which|what|where|is|was|are)\b/.test(text) || /ed$/.test(words[0] ?? "")
    return { words: nouns(stems(text)), names, verb: isAboutFacts ? "" : stem(words[0] ?? "") }
  }

  const place = items => items[0].location.split("#")[0]
  const ordered = items => {
    const scores = new Map(items.map((each, rank) => {
      const page = pages.get(place(each))
      return [each, (page ? score(page, asked) : 0) + THEIRS / (rank + 1)]
    }))
    return [...items].sort((one, other) => scores.get(other) - scores.get(one))
  }

  /** Of a single word, the page of that name comes first. */
  const isNamed = each => pages.get(place(each))?.keywords[0]?.join(" ") === asked.words[0]
  const named = items => [...items].sort((one, other) => isNamed(other) - isNamed(one))

  const post = self.postMessage.bind(self)
  self.postMessage = (message, ...rest) => {
    const { type, data } = message
    const sorted = asked.words.length > 1 ? ordered : named
    post(type === RESULT ? { type, data: { ...data, items: sorted(data.items) } } : message, ...rest)
  }
  addEventListener("message", ({ data }) => {
    if (data?.type === INDEX) learn(data.data.docs)
    if (data?.type === SEARCH && !data.isPlain) asked = meant(data.data)
  })
}
